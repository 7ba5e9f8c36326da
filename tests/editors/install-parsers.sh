#!/usr/bin/env bash
# Installs the tree-sitter parsers of YAML, Bash, and Python from npm into tests/.cache/parsers and prints that folder; it has one
# file LANGUAGE.so each, for Neovim. Nothing is compiled: the packages have built parsers for Linux x86_64. Exit code 77
# if this machine cannot have them: then what needs them is skipped.
set -euo pipefail

packages=(@tree-sitter-grammars/tree-sitter-yaml@0.7.1 tree-sitter-bash@0.25.1 tree-sitter-python@0.25.0)
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$here/../.cache/parsers"
cache=$(cd "$here/../.cache/parsers" && pwd)
skip() { echo "skipped: $1" >&2; exit 77; }

if [[ $(cat "$cache/installed" 2>/dev/null) != "${packages[*]}" ]]; then
  [[ $(uname -sm) == "Linux x86_64" ]] || skip "the built parsers are for Linux x86_64"
  command -v npm >/dev/null || skip "there is no npm"
  rm -rf "$cache/node_modules"
  # Their own dependencies are for Node.
  npm install --silent --ignore-scripts --no-save --legacy-peer-deps --prefix "$cache" "${packages[@]}" >&2
  for language in yaml bash python; do
    ln -sfn "$(find "$cache/node_modules" -path "*/linux-x64/*tree-sitter-$language.node" | head -1)" "$cache/$language.so"
  done
  # Written last: an interrupted installation starts again.
  echo "${packages[*]}" >"$cache/installed"
fi
echo "$cache"
