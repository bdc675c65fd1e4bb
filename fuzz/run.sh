#!/bin/bash
# Fuzzes every parser, and the kernels, for some seconds each (60 unless another number is given), or those that are named:
#   fuzz/run.sh [SECONDS [TARGET…]]
# Needs a nightly toolchain and cargo-fuzz (cargo install cargo-fuzz). Inputs begin with fuzz/corpus; what is found stands in fuzz/artifacts.
# The kernels have `unsafe` code and AddressSanitizer; all else is read without. SANITIZER=address is for all.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(moves states sweep alphabet results table checkpoint evaluate)
for target in "${targets[@]}"; do
  echo "== $target"
  mkdir -p "fuzz/found/$target"
  # New inputs go into the first folder, which is not kept; the seeds stay as they are.
  sanitizer=none
  [ "$target" != evaluate ] || sanitizer=address
  cargo +nightly fuzz run --sanitizer "${SANITIZER:-$sanitizer}" "$target" "fuzz/found/$target" "fuzz/corpus/$target" -- \
    -max_total_time="$seconds" -timeout=20 -rss_limit_mb=1024 -malloc_limit_mb=512 -print_final_stats=1 2>&1 |
    grep -E '^(stat::|==|#[0-9]+.*DONE|SUMMARY)|panicked|ERROR|Test unit written' || true
  # The pipe hides how it ended: an artifact does not.
  if compgen -G "fuzz/artifacts/$target/*" >/dev/null; then
    echo "found: fuzz/artifacts/$target" >&2
    exit 1
  fi
done
