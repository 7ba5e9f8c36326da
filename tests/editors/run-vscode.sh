#!/usr/bin/env bash
# Drives a real VS Code against a server: tests/editors/run-vscode.sh SERVER_BINARY
# Packages editors/vscode, installs the package in a fresh code-server and works in it with a browser, all on 127.0.0.1.
# Exit code 0 only if every check held. Screenshots are in tests/.cache/screenshots.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
server=$(realpath "${1:?usage: run-vscode.sh SERVER_BINARY}")
[[ -x $server && -f $server ]] || { echo "not a program: $server" >&2; exit 2; }
cache=$("$here/install-vscode.sh")

cd "$here/../../editors/vscode"
[[ node_modules/.package-lock.json -nt package-lock.json ]] || npm ci --silent
npm run --silent package >"$cache/package.log" 2>&1 || { cat "$cache/package.log" >&2; exit 1; }

exec timeout 420 node "$here/vscode.mjs" "$cache" "$PWD/azml-ls.vsix" "$server"
