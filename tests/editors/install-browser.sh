#!/usr/bin/env bash
# Installs a browser and what drives it into tests/.cache/browser, without root, and prints that folder: `browser` and
# `driver` (playwright-core) are in it. Does nothing if they are there. Linux x86_64 with npm; the browser is $CHROMIUM, or
# `chromium` on PATH, or else Debian's package unpacked in the cache (needs apt-get and dpkg-deb). Exit code 77: there is none.
set -euo pipefail

PLAYWRIGHT=playwright-core@1.65.1

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$here/../.cache/browser"
cache=$(cd "$here/../.cache/browser" && pwd)

install_driver() {
  local name=driver-installed
  [[ -f $cache/$name && $(cat "$cache/$name") == "$PLAYWRIGHT" ]] && return
  rm -rf "$cache/driver"
  npm install --silent --ignore-scripts --prefix "$cache/driver" "$PLAYWRIGHT"
  echo "$PLAYWRIGHT" >"$cache/$name"
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

# What a page asks for by no name (`system-ui`) gets the last family that is added here.
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
    command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || { echo "no chromium here" >&2; exit 77; }
    unpack_chromium
    write_fonts
    browser=$cache/chromium.sh
  fi
  ln -sfn "$browser" "$cache/browser"
}

# Only the path goes to standard output.
install_driver >&2
find_chromium >&2
echo "$cache"
