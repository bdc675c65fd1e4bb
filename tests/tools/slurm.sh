#!/bin/bash
# A Slurm cluster of two nodes on one host, on loopback, for tests. A job whose node is lost is begun again as soon as its
# credential has expired: here after 15 seconds, usually after 120. Debian: apt-get install munge slurm-wlm slurm-client
#   slurm.sh up DIR        starts munged, slurmctld and two slurmd in DIR; then SLURM_CONF=DIR/slurm.conf
#   slurm.sh kill DIR n1   kills a node: slurmd, its jobs and all that they started, at once
#   slurm.sh down DIR      ends what is left, by the ids in DIR
set -euo pipefail
dir=$(readlink -f "$2")
export SLURM_CONF=$dir/slurm.conf PATH=$PATH:/usr/sbin
host=$(hostname -s)

# The processes of a node's jobs: Slurm names the node in their environment; slurmstepd is the parent of the first.
of_node() {
  local environ pid parent
  for environ in /proc/[0-9]*/environ; do
    if grep -qzx "SLURMD_NODENAME=$1" "$environ" 2>/dev/null && grep -qzx "SLURM_CONF=$SLURM_CONF" "$environ" 2>/dev/null; then
      pid=${environ#/proc/}
      pid=${pid%/environ}
      parent=$(awk '/^PPid:/ { print $2 }' "/proc/$pid/status" 2>/dev/null) || continue
      echo "$pid"
      if [ "$(cat "/proc/$parent/comm" 2>/dev/null)" = slurmstepd ]; then
        echo "$parent"
      fi
    fi
  done | sort -u
}

case "$1" in
up)
  mkdir -p "$dir"/{state,log,spool.n1,spool.n2}
  chmod 755 "$dir"
  head -c 128 /dev/urandom > "$dir/munge.key"
  chmod 600 "$dir/munge.key"
  cat > "$SLURM_CONF" <<CONF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=16817
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$dir/munge.socket,cred_expire=15
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/filetxt
JobCompLoc=$dir/log/jobs.log
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SwitchType=switch/none
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool.%n
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.%n.pid
SlurmctldLogFile=$dir/log/slurmctld.log
SlurmdLogFile=$dir/log/slurmd.%n.log
SlurmdTimeout=10
NodeName=n[1-2] NodeHostname=$host NodeAddr=127.0.0.1 Port=[17001-17002] CPUs=1 RealMemory=1000 State=UNKNOWN
PartitionName=test Nodes=n[1-2] Default=YES MaxTime=INFINITE State=UP
CONF
  munged --force --key-file="$dir/munge.key" --socket="$dir/munge.socket" --pid-file="$dir/munged.pid" \
    --log-file="$dir/log/munged.log" --seed-file="$dir/munged.seed"
  slurmctld -c
  slurmd -N n1
  slurmd -N n2
  for ((tries = 0; tries < 300; tries++)); do
    [ "$(sinfo -h -t idle -o %D 2>/dev/null)" != 2 ] || exit 0
    sleep 0.1
  done
  echo "the nodes do not come up: see $dir/log" >&2
  exit 1
  ;;
kill)
  kill -9 "$(cat "$dir/slurmd.$3.pid")"
  of_node "$3" | xargs -r kill -9
  ;;
down)
  for node in n1 n2; do
    of_node "$node" | xargs -r kill -9 2>/dev/null || true
  done
  for daemon in slurmd.n1 slurmd.n2 slurmctld munged; do
    if [ -f "$dir/$daemon.pid" ]; then
      kill "$(cat "$dir/$daemon.pid")" 2>/dev/null || true
    fi
  done
  ;;
*)
  sed -n 2,6p "$0"
  exit 2
  ;;
esac
