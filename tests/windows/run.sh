#!/usr/bin/env bash
# Builds the Windows binary and its tests, and runs them under Wine: the server's own tests, the command line, and the
# language server, each with what only Windows has (`tests/tests/*/windows.rs`). Arguments choose tests by name:
# `tests/windows/run.sh held`. `install.sh` gets what it needs.
set -euo pipefail
cd "$(dirname "$0")/../.."
target=x86_64-pc-windows-gnu
: "${CARGO_TARGET_DIR:=$PWD/target}"
export CARGO_TARGET_DIR CARGO_PROFILE_DEV_DEBUG=0
built=$CARGO_TARGET_DIR/$target/debug
wine=/usr/lib/wine/wine64
[[ -x $wine ]] || wine=wine64
longest=300

# Both commands build a test, so that these crates are compiled with the same features, and once.
cargo build --quiet --target "$target" --package azml-ls --package azml-tests --bin azml-ls --test cli
tests=$(cargo test --no-run --quiet --target "$target" --package azml-ls --package azml-tests --lib --test cli --test lsp \
  --message-format json | grep -o '"executable":"[^"]*"' | cut -d'"' -f4)

# Rust asks this library for random numbers, and Wine 8 does not have it.
for folder in "$built" "$built/deps"; do
  x86_64-w64-mingw32-gcc -shared -O1 -s -o "$folder/bcryptprimitives.dll" tests/windows/bcryptprimitives.c -ladvapi32
done

# A Windows of its own, without a screen; nothing of it is left.
WINEPREFIX=$(mktemp -d)
export WINEPREFIX WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="
unset DISPLAY WAYLAND_DISPLAY
trap 'wineserver --kill || true; rm -rf "$WINEPREFIX"' EXIT

under_wine() {
  timeout --kill-after 10 "$longest" "$wine" "$@" </dev/null
}

under_wine "$built/azml-ls.exe" --version
AZML_BINARY="Z:$(tr / '\\' <<<"$built/azml-ls.exe")"
export AZML_BINARY
failed=0
for test in $tests; do
  name=$(basename "$test")
  printf '%s: ' "${name%-*}"
  # Where Cargo would start it.
  folder=tests
  [[ $name == azml_ls-* ]] && folder=server
  log=$WINEPREFIX/$name.log
  code=0
  (cd "$folder" && under_wine "$test" "$@" >"$log" 2>&1) || code=$?
  ((code == 0)) || { cat "$log"; echo "exit code $code"; failed=1; }
  grep '^test result' "$log" || true
done
exit "$failed"
