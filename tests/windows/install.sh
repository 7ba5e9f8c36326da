#!/usr/bin/env bash
# Gets what `run.sh` needs, on Debian and Ubuntu: Wine, a linker for Windows, and Rust's standard library for it.
# What cannot be had is told, with exit code 77.
set -euo pipefail
target=x86_64-pc-windows-gnu

missing() {
  echo "skipped: $*"
  exit 77
}

packages=()
command -v wineserver >/dev/null && { command -v wine64 || [[ -x /usr/lib/wine/wine64 ]]; } >/dev/null || packages+=(wine wine64)
command -v x86_64-w64-mingw32-gcc >/dev/null || packages+=(gcc-mingw-w64-x86-64)
if ((${#packages[@]})); then
  command -v apt-get >/dev/null || missing "${packages[*]} not installed, and there is no apt-get"
  as_root=()
  ((EUID == 0)) || as_root=(sudo --non-interactive)
  log=$(mktemp)
  export DEBIAN_FRONTEND=noninteractive
  { timeout 120 "${as_root[@]}" apt-get update &&
    timeout 600 "${as_root[@]}" apt-get install --yes --no-install-recommends "${packages[@]}"; } >"$log" 2>&1 ||
    { tail -3 "$log"; missing "${packages[*]} cannot be installed"; }
  rm -f "$log"
fi

[[ -d $(rustc --print sysroot)/lib/rustlib/$target/lib ]] ||
  timeout 300 rustup --quiet target add "$target" || missing "Rust's standard library for $target cannot be had"
