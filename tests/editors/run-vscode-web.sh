#!/usr/bin/env bash
# Works in VS Code for the Web with the extension, where no process is: tests/editors/run-vscode-web.sh [WASM]
# WASM is what `npm run wasm` in editors/playground has built (default: in the target folder). Exit code 0 only if every check
# held, 77 if there is no browser. Screenshots are in tests/.cache/screenshots/web.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
target=${CARGO_TARGET_DIR:-$here/../../target}
wasm=$(realpath "${1:-$target/wasm32-unknown-unknown/wasm/azml_playground.wasm}")
[[ -f $wasm ]] || { echo "not built: $wasm" >&2; exit 2; }
cache=$("$here/install-vscode-web.sh")

cd "$here/../../editors/vscode"
[[ node_modules/.package-lock.json -nt package-lock.json ]] || npm ci --silent
python3 "$here/../../server/packaging/vsix.py" "$wasm" "$cache/vsix" >&2
exec timeout 600 node "$here/vscode-web.mjs" "$cache" "$cache/vsix/azml-ls-web.vsix"
