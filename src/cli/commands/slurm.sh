#!/bin/bash
# Runs the sweep @NAME@ in @SHARDS@ shards under Slurm and merges them. Written by `evocube slurm`.
# Submit it with `bash`; further options of sbatch go into `options`.
set -euo pipefail
evocube=@PROGRAM@
sweep=@SWEEP@
out=@OUT@
parts=@PARTS@
shards=@SHARDS@
stages=@STAGES@   # each an array and a merge, which selects its configuration
options=(--cpus-per-task=@CPUS@)   # for instance --partition=… --time=… --mem=…

case "${1:-submit}" in
submit)
  mkdir -p "$parts"
  self=$(readlink -f "$0")
  # Options of every job; a job whose dependency failed is canceled.
  common=(--parsable --requeue --open-mode=append --kill-on-invalid-dep=yes "${options[@]}")
  after=()
  for ((stage = 1; stage <= stages; stage++)); do
    name=@NAME@
    [ "$stages" -eq 1 ] || name+=-$stage
    # A task that loses its node is requeued; a task that runs out of time gets SIGTERM a minute before.
    array=$(sbatch "${common[@]}" --job-name="$name" --array="1-$shards" --signal=B:TERM@60 \
      --output="$parts/%a.log" ${after[@]+"${after[@]}"} "$self" shard "$stage")
    array=${array%%;*}
    merge=$(sbatch "${common[@]}" --job-name="$name-merge" --dependency="afterok:$array" \
      --output="$parts/merge.log" "$self" merge "$stage")
    merge=${merge%%;*}
    after=(--dependency="afterok:$merge")
    echo "array $array ($shards shards), then merge $merge into $out"
  done
  ;;
shard)
  index=$SLURM_ARRAY_TASK_ID
  # The merge before has recorded the selected configuration; the file system may show it late on this node.
  for ((wait = 0; wait < 120; wait++)); do
    selected=$(grep -c '^\[\[selected\]\]' "$out/manifest.toml" 2>/dev/null) || true
    [ "${selected:-0}" -lt $((${2:-1} - 1)) ] || break
    sleep 1
  done
  told=
  trap 'told=1; kill -TERM "$run" 2>/dev/null || true' TERM
  "${evocube[@]}" run "$sweep" --shard "$index/$shards" --out "$parts/$index-of-$shards" --selected "$out" \
    --threads "${SLURM_CPUS_PER_TASK:-1}" --quiet --resume &
  run=$!
  code=0
  wait "$run" || code=$?
  if [ -n "$told" ]; then
    # The signal ended the first `wait`; evocube ends within seconds and keeps finished trials.
    code=0
    wait "$run" || code=$?
  fi
  if [ -n "$told" ] && [ "$code" -gt 1 ]; then
    scontrol requeue "${SLURM_ARRAY_JOB_ID}_$index"
  fi
  # 1: complete, but some trials failed.
  [ "$code" -le 1 ]
  ;;
merge)
  code=0
  "${evocube[@]}" merge "$parts"/*"-of-$shards" --out "$out" || code=$?
  [ "$code" -le 1 ]
  selected=$(grep -c '^\[\[selected\]\]' "$out/manifest.toml")
  [ "$selected" -ge "${2:-1}" ]
  ;;
esac
