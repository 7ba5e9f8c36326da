#!/usr/bin/env bash
# Works in the playground with a real browser, headless: tests/editors/run-playground.sh [SITE [CHECK]]
# SITE is the folder that `npm run site` in editors/playground writes (default: its dist). Exit code 0 only if every check
# held, 77 if there is no browser. Screenshots are in tests/.cache/screenshots.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
site=$(realpath "${1:-$here/../../editors/playground/dist}")
[[ -f $site/playground/azml.wasm ]] || { echo "not built: $site" >&2; exit 2; }
cache=$("$here/install-browser.sh")
exec timeout 300 node "$here/playground.mjs" "$cache" "$site" ${2:+"$2"}
