#!/usr/bin/env bash
# Unpacks Emacs, Helix, and Kakoune of Debian 13 into tests/.cache/debian, without root and without touching the system, and
# prints the folder. Exit code 77 if this machine cannot: then the tests are skipped.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
packages=(emacs-nox elpa-yaml-mode hx kakoune)
prefix=$here/../.cache/debian
skip() { echo "skipped: $1" >&2; exit 77; }

mkdir -p "$prefix" && prefix=$(cd "$prefix" && pwd)
[[ -e $prefix/complete ]] && echo "$prefix" && exit 0
command -v apt-get >/dev/null || skip "there is no apt-get"
[[ $(dpkg --print-architecture) == amd64 ]] || skip "the paths below are those of amd64"
key=/usr/share/keyrings/debian-archive-keyring.gpg
mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | grep -m1 -oE 'https?://[^ ]+/debian/?( |$)' || true)
[[ -e $key && -n $mirror ]] || skip "this is not Debian"

state=$prefix/.apt
mkdir -p "$state"/{lists/partial,cache/archives/partial,parts}
echo "deb [signed-by=$key] $mirror trixie main" >"$state/sources.list"
: >"$state/status"
# A state of its own: the packages of another release must never get into that of the system.
options=(
  -o Dir::Etc::sourcelist="$state/sources.list" -o Dir::Etc::sourceparts="$state/parts"
  -o Dir::State::lists="$state/lists" -o Dir::State::status="$state/status" -o Dir::Cache="$state/cache"
  -o Acquire::Languages=none -o Debug::NoLocking=1 -o APT::Sandbox::User=root
)
timeout 300 apt-get "${options[@]}" -qq update >&2 || skip "the packages cannot be listed"
timeout 600 apt-get "${options[@]}" -qq -y --no-install-recommends --download-only install "${packages[@]}" >&2 ||
  skip "the packages cannot be had"
for package in "$state"/cache/archives/*.deb; do dpkg-deb -x "$package" "$prefix"; done
rm -rf "$state"
# Written last: an interrupted installation starts again.
touch "$prefix/complete"
echo "$prefix"
