#!/bin/bash
# Runs the sweep @NAME@ in @SHARDS@ shards under Slurm and merges them. Written by `evocube slurm`.
# `bash` this file to submit it; what the cluster wants to know goes into `options`.
set -euo pipefail
evocube=@PROGRAM@
sweep=@SWEEP@
out=@OUT@
parts=@PARTS@
shards=@SHARDS@
options=(--cpus-per-task=@CPUS@)   # for instance --partition=… --time=… --mem=…

case "${1:-submit}" in
submit)
  mkdir -p "$parts"
  self=$(readlink -f "$0")
  # A task that loses its node goes back into the queue; one that runs out of time is told a minute before.
  array=$(sbatch --parsable --job-name=@NAME@ --array="1-$shards" --requeue --open-mode=append \
    --signal=B:TERM@60 --output="$parts/%a.log" "${options[@]}" "$self" shard)
  array=${array%%;*}
  merge=$(sbatch --parsable --job-name=@NAME@-merge --dependency="afterok:$array" --output="$parts/merge.log" \
    "${options[@]}" "$self" merge)
  echo "array $array ($shards shards), then merge ${merge%%;*} into $out"
  ;;
shard)
  index=$SLURM_ARRAY_TASK_ID
  told=
  trap 'told=1; kill -TERM "$run" 2>/dev/null || true' TERM
  "$evocube" run "$sweep" --shard "$index/$shards" --out "$parts/$index-of-$shards" \
    --threads "${SLURM_CPUS_PER_TASK:-1}" --quiet --resume &
  run=$!
  code=0
  wait "$run" || code=$?
  if [ -n "$told" ]; then
    # The signal ended the first `wait`; evocube ends after the trials that have begun.
    code=0
    wait "$run" || code=$?
  fi
  if [ -n "$told" ] && [ "$code" -gt 1 ]; then
    scontrol requeue "${SLURM_ARRAY_JOB_ID}_$index"
  fi
  # 1: all is there, and some trials failed.
  [ "$code" -le 1 ]
  ;;
merge)
  code=0
  "$evocube" merge "$parts"/*"-of-$shards" --out "$out" || code=$?
  [ "$code" -le 1 ]
  ;;
esac
