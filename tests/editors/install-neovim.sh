#!/usr/bin/env bash
# Installs Neovim 0.11.4 from PyPI into tests/.cache/nvim, without root, and prints the path of the program.
# Does nothing if the version pinned in requirements.txt is there already.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=$here/../.cache/nvim
stamp=$cache/requirements.txt

if ! cmp -s "$here/requirements.txt" "$stamp"; then
  rm -rf "$cache"
  python3 -m venv "$cache" >&2
  "$cache/bin/pip" install --quiet --require-hashes --only-binary :all: -r "$here/requirements.txt" >&2
  "$cache/bin/nvim" --version >/dev/null
  # Written last: an interrupted installation starts again.
  cp "$here/requirements.txt" "$stamp"
fi
cd "$cache" && echo "$PWD/bin/nvim"
