#!/usr/bin/env bash
# Fuzzes every target for so many seconds, or those that are named: `tests/fuzz/run.sh SECONDS [TARGET...]`.
# `FUZZ_FOUND` names a folder that keeps what is found new; without it, that is thrown away.
#
# Needs a nightly compiler. Stable Rust tries the same properties in `cargo test`, with less luck.
set -euo pipefail
cd "$(dirname "$0")"
top=$(cd ../.. && pwd)
seconds=$1
shift
target=${CARGO_TARGET_DIR:-$top/target}/fuzz
built=$target/$(rustc +nightly -vV | sed -n 's/^host: //p')/release
found=${FUZZ_FOUND:-$(mktemp -d)}

targets=("$@")
((${#targets[@]})) || mapfile -t targets < <(sed -n 's/^name = "\([a-z]*\)"$/\1/p' Cargo.toml)

# Our crates forbid unsafe code: what a sanitizer finds is not ours, and without one it is three times as fast.
cargo +nightly fuzz build --fuzz-dir . --sanitizer none --target-dir "$target"
mkdir -p "$found"/{text,session,artifacts}
(cd "$top" && cargo run --quiet -p azml-tests --example seeds "$target/seeds")

for name in "${targets[@]}"; do
  corpus=text
  [[ $name == session ]] && corpus=session
  printf -- '-- %s: %s s\n' "$name" "$seconds"
  "$built/$name" "$found/$corpus" "corpus/$corpus" $([[ $corpus == text ]] && echo "$target/seeds") \
    -dict=azureml.dict -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -max_len=4096 -print_final_stats=1 \
    -artifact_prefix="$found/artifacts/$name-" 2>&1 | grep -E '^stat::number_of_executed_units|ERROR|SUMMARY|panicked|Test unit written' ||
    true
  ! compgen -G "$found/artifacts/$name-*" >/dev/null || { echo "found: $found/artifacts"; exit 1; }
done
[[ -n ${FUZZ_FOUND:-} ]] || rm -r "$found"
