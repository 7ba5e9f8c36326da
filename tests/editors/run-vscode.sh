#!/usr/bin/env bash
# Drives a real VS Code against a server: tests/editors/run-vscode.sh SERVER_BINARY [PART]
# PART is one of the parts at the end of vscode.mjs.
# Packages editors/vscode, installs the package in a fresh code-server and works in it with a browser, all on 127.0.0.1.
# Exit code 0 only if every check held. Screenshots are in tests/.cache/screenshots.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
server=$(realpath "${1:?usage: run-vscode.sh SERVER_BINARY [PART]}")
[[ -x $server && -f $server ]] || { echo "not a program: $server" >&2; exit 2; }
cache=$("$here/install-vscode.sh")

cd "$here/../../editors/vscode"
[[ node_modules/.package-lock.json -nt package-lock.json ]] || npm ci --silent
npm run --silent package >"$cache/package.log" 2>&1 || { cat "$cache/package.log" >&2; exit 1; }

# The package of a release: with the server inside. The symbols of a debug build are not what it is about.
strip -o "$cache/azml-ls" "$server"
python3 "$here/../../server/packaging/vsix.py" "$cache/azml-ls" "$cache/vsix" >&2

exec timeout 900 node "$here/vscode.mjs" "$cache" "$PWD/azml-ls.vsix" "$server" ${2:+"$2"}
