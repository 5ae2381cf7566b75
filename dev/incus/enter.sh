#!/bin/bash
# Starts inner.sh as process 1 of namespaces of its own (mounts, network, processes, control groups, host name), so that the
# Incus in there sees none of this machine's network and leaves nothing behind when process 1 ends. It runs in control
# groups below the caller's own, so that whoever limits the caller limits it too. The folders are listed in DIR/cgroups.
set -euo pipefail
export DIR=${1:?folder} NODE=${2:?the node to run} RELAY=${3:?the relay script}
HERE=$(cd "$(dirname "$0")" && pwd)
name=boreal-$(basename "$DIR")
: >"$DIR/cgroups"
if [ "$(stat -fc %T /sys/fs/cgroup)" = cgroup2fs ]; then kind=v2; else kind=v1; fi
controllers=
callers=
# Read whole before the first move, which changes it.
own=$(cat /proc/self/cgroup)
while IFS=: read -r _ controller path; do
  if [ -z "$controller" ]; then
    root=$(awk '/ - cgroup2 /{ print $5; exit }' /proc/self/mountinfo)
    # Below the root, where systemd has turned controllers on: a session's group has none to give.
    [ $kind = v1 ] || { callers=$root${path%/}/cgroup.procs && path=/; }
  else
    [ $kind = v1 ] || continue
    root=$(awk -v c="${controller#name=}" '/ - cgroup /{ n = split($NF, o, ","); for (i = 1; i <= n; i++) if (o[i] == c || o[i] == "name=" c) { print $5; exit } }' /proc/self/mountinfo)
    controllers="$controllers $controller"
  fi
  [ -n "$root" ] || continue
  group=$root${path%/}/$name
  mkdir -p "$group"
  echo "$group" >>"$DIR/cgroups"
  if [ "$controller" = cpuset ]; then
    for file in cpus mems; do cat "$root$path/cpuset.$file" >"$group/cpuset.$file"; done
    echo 1 >"$group/cgroup.clone_children"
  fi
  echo $BASHPID >"$group/cgroup.procs"
done <<<"$own"
if [ $kind = v2 ]; then
  # A group with a process in it has no controllers to hand down, and inner.sh cannot see unshare, which stays outside of the
  # namespaces that it makes: as soon as it has made them, it goes back to where the caller is.
  (
    echo $BASHPID >"$callers"
    until [ "$(readlink /proc/$$/ns/cgroup)" != "$(readlink /proc/self/ns/cgroup)" ]; do sleep 0.05; done
    echo $$ >"$callers"
  ) &
fi
export CGROUPS=$kind CONTROLLERS=$controllers HERE
exec unshare --mount --net --pid --fork --cgroup --uts --ipc --kill-child bash "$HERE/inner.sh"
