#!/bin/bash
# Starts inner.sh as process 1 of namespaces of its own: mounts, network, processes, host name. Whatever it starts ends with it.
set -euo pipefail
export DIR=${1:?folder} NODE=${2:?the node to run} RELAY=${3:?the relay script}
HERE=$(cd "$(dirname "$0")" && pwd)
export HERE
exec unshare --mount --net --pid --fork --uts --ipc --kill-child bash "$HERE/inner.sh"
