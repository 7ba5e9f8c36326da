#!/usr/bin/env bash
# Fuzzes every target, or those that are named: `tests/fuzz/run.sh SECONDS [TARGET...]` with other inputs each time,
# `tests/fuzz/run.sh 3000x [TARGET...]` with so many, which are the same for the same code (as far as libFuzzer can: its choice
# follows what the program does).
# `FUZZ_FOUND` names a folder that keeps what is found new; without it, that is thrown away. Where a property does not hold, the input
# is printed, and the exit code is 3.
#
# Needs a nightly compiler. Stable Rust tries the same properties in `cargo test`, with less luck.
set -euo pipefail
cd "$(dirname "$0")"
top=$(cd ../.. && pwd)
budget=$1
shift
case $budget in
  *x) limits=(-runs="${budget%x}" -seed=1 -max_total_time=120) ;;
  *) limits=(-max_total_time="$budget") ;;
esac
target=${CARGO_TARGET_DIR:-$top/target}/fuzz
built=$target/$(rustc +nightly -vV | sed -n 's/^host: //p')/release
found=${FUZZ_FOUND:-$(mktemp -d)}

targets=("$@")
((${#targets[@]})) || mapfile -t targets < <(sed -n 's/^name = "\([a-z]*\)"$/\1/p' Cargo.toml)

# Our crates forbid unsafe code: what a sanitizer finds is not ours, and without one it is three times as fast.
cargo +nightly fuzz build --fuzz-dir . --sanitizer none --target-dir "$target"
mkdir -p "$found/artifacts"
(cd "$top" && cargo run --quiet -p azml-tests --example seeds "$target/seeds")

for name in "${targets[@]}"; do
  corpus=text
  [[ -d corpus/$name ]] && corpus=$name
  mkdir -p "$found/$corpus" "$target/seeds/$corpus"
  printf -- '-- %s: %s\n' "$name" "${limits[*]}"
  "$built/$name" "$found/$corpus" "corpus/$corpus" "$target/seeds/$corpus" \
    -dict=azureml.dict "${limits[@]}" -timeout=20 -rss_limit_mb=2048 -max_len=4096 -print_final_stats=1 \
    -artifact_prefix="$found/artifacts/$name-" 2>&1 | grep -E '^stat::number_of_executed_units|ERROR|SUMMARY|panicked|Test unit written' ||
    true
  for artifact in "$found/artifacts/$name"-*; do
    [[ -e $artifact ]] || continue
    printf 'found: %s, %s, in base64:\n' "$name" "$artifact"
    base64 "$artifact"
    exit 3
  done
done
[[ -n ${FUZZ_FOUND:-} ]] || rm -r "$found"
