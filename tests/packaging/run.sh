#!/usr/bin/env bash
# Builds the wheel for this machine and installs it as its users do (wheel.py). Compiles nothing twice: the wheel takes
# the release build of the target folder. The tools come from PyPI into tests/.cache/packaging.
#
#   tests/packaging/run.sh          the wheel that `pip install` of the sources makes
#   tests/packaging/run.sh --zig    everything of a release that can be made on this machine: the wheels for every Linux with glibc
#                                   2.17 or newer and without glibc, with the profile of what is published, the container
#                                   image, the crates, and the source distribution; compiles everything again
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=$here/../.cache/packaging
stamp=$cache/requirements.txt
options=(--release)
musl=x86_64-unknown-linux-musl

if ! cmp -s "$here/requirements.txt" "$stamp"; then
  rm -rf "$cache"
  python3 -m venv "$cache"
  if ! said=$("$cache/bin/pip" download --quiet --no-deps --dest "$cache" pip 2>&1); then
    echo "skipped: the wheel, PyPI cannot be reached: $(tail -1 <<<"$said")"
    exit 0
  fi
  "$cache/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: -r "$here/requirements.txt"
  # Written last: an interrupted installation starts again.
  cp "$here/requirements.txt" "$stamp"
fi
if [[ ${1:-} == --zig ]]; then
  "$cache/bin/pip" install --quiet --disable-pip-version-check ziglang==0.17.1
  options=(--profile dist --zig --target x86_64-unknown-linux-gnu --compatibility manylinux2014)
fi

wheels=$(mktemp -d)
trap 'rm -rf "$wheels"' EXIT
cd "$here/../../server"
PATH=$cache/bin:$PATH "$cache/bin/maturin" build --quiet --locked --out "$wheels" "${options[@]}"
if [[ -z ${1:-} ]]; then
  # For tests/ci/run.sh.
  rm -rf "$cache/wheels"
  cp -R "$wheels" "$cache/wheels"
fi
# What a failed part says does not keep the others from being tried.
code=0
python3 "$here/wheel.py" "$wheels"/*.whl "$cache" || code=1
static=()
if [[ ${1:-} == --zig ]]; then
  if rustup target list --installed | grep -q "$musl" || timeout 300 rustup --quiet target add "$musl"; then
    options=(--profile dist --zig --target "$musl" --compatibility musllinux_1_2)
    PATH=$cache/bin:$PATH "$cache/bin/maturin" build --quiet --locked --out "$wheels/static" "${options[@]}"
    static=("$wheels"/static/*.whl)
  else
    echo "skipped: the program without glibc, the standard library for $musl cannot be had"
  fi
  python3 "$here/sources.py" "$wheels"/*.whl "$cache" || code=1
fi
python3 "$here/release.py" "$wheels"/*.whl "$cache" "${static[@]}" || code=1
exit "$code"
