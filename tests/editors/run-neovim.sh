#!/usr/bin/env bash
# Drives a real Neovim against a server: tests/editors/run-neovim.sh SERVER_BINARY
# The editor starts without any user configuration; the only plugin is editors/neovim, used as it is: the server
# is found as `azml-ls` on PATH. Exit code 0 only if every check held.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
server=$(realpath "${1:?usage: run-neovim.sh SERVER_BINARY}")
[[ -x $server && -f $server ]] || { echo "not a program: $server" >&2; exit 2; }
nvim=${NVIM:-$("$here/install-neovim.sh")}

tmp=$(mktemp -d "${TMPDIR:-/tmp}/azml-neovim.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/bin" "$tmp/home"
cp -R "$here/../fixtures/editor" "$tmp/workspace"
mkdir "$tmp/workspace/.git" # The top of a project, whatever is above it.
ln -s "$server" "$tmp/bin/azml-ls"

# Without parsers, all but their checks are made.
parsers=$("$here/install-parsers.sh") || parsers=

plugin=$here/../../editors/neovim
status=0
for checks in neovim.lua skeleton.lua walk.lua command.lua plugin.lua moves.lua folder.lua points.lua pull.lua ${parsers:+injections.lua}; do
  (
    cd "$tmp/workspace"
    env -u XDG_CONFIG_HOME -u XDG_DATA_HOME -u XDG_STATE_HOME -u NVIM_APPNAME HOME="$tmp/home" PATH="$tmp/bin:$PATH" \
      AZML_NEOVIM_PLUGIN="$plugin" AZML_PARSERS="$parsers" timeout 120 "$nvim" --headless --clean -n -i NONE \
      --cmd "set runtimepath^=$plugin" \
      -c "luafile $here/$checks" </dev/null
  ) || status=$?
done
log=$tmp/home/.local/state/nvim/lsp.log
if ((status != 0)) && [[ -s $log ]]; then
  echo "--- lsp.log" >&2
  tail -n 20 "$log" >&2
fi
exit "$status"
