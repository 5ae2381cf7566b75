#!/bin/sh
# clean-gpu.sh HOST GPU…: cleans NVIDIA GPUs of this host before they go to another customer. GPUs are PCI addresses, those of one
# machine together, because GPUs that are linked can only be reset together. Exits with 0 when no process is left on them, they have
# been reset, which clears their memory, and none of it is in use. As root; docs/operators-guide-incus.md says how Boreal calls it.
set -eu
shift
[ $# -gt 0 ] || {
  echo 'Usage: clean-gpu.sh HOST GPU…' >&2
  exit 2
}
fail() {
  echo "$1" >&2
  exit 1
}

# What a driver keeps for itself; a process that lives takes more.
MOST_MIB=1024
gpus=
for gpu in "$@"; do
  case $gpu in
  */MIG-* | MIG-*) fail "$gpu is a slice: it cannot be reset while others are in use. Use a program of your own for slices." ;;
  *:*:*.*) gpus=${gpus:+$gpus,}$gpu ;;
  *) fail "$gpu is no PCI address. Declare GPUs one by one to have them cleaned." ;;
  esac
done

# Of several, it leaves out those that are not there, and says nothing.
seen=$(nvidia-smi --query-gpu=pci.bus_id --format=csv,noheader -i "$gpus") || fail "nvidia-smi sees none of $gpus."
[ "$(echo "$seen" | grep -c :)" = $# ] || fail "nvidia-smi does not see all of $gpus, but $(echo "$seen" | tr '\n' ' ')."

# Incus has just ended the last machine: its processes may take a moment to go.
tries=0
while :; do
  left=$(nvidia-smi --query-compute-apps=pid --format=csv,noheader -i "$gpus") || fail "nvidia-smi does not tell who uses $gpus."
  [ -n "$left" ] || break
  tries=$((tries + 1))
  [ $tries -lt "${TRIES:-50}" ] || fail "Processes are still on $gpus: $(echo "$left" | tr '\n' ' ')"
  sleep 0.1
done
nvidia-smi --gpu-reset -i "$gpus" >&2 || fail "$gpus could not be reset."
used=$(nvidia-smi --query-gpu=memory.used --format=csv,noheader,nounits -i "$gpus") || fail "nvidia-smi does not tell what is used of $gpus."
[ "$(echo "$used" | grep -c '^ *[0-9][0-9]* *$')" = $# ] || fail "nvidia-smi tells of other GPUs than $gpus: $used"
for mib in $used; do
  [ "$mib" -le $MOST_MIB ] || fail "$mib MiB are still used on $gpus."
done
