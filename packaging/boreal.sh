#!/bin/sh
# The operator's command of an installed Boreal, with the settings that the service has.
set -eu

if [ "$(id -un)" != boreal ]; then
  if [ "$(id -u)" != 0 ]; then
    echo "boreal: only root and Boreal's own user may do this. Try: sudo boreal $*" >&2
    exit 1
  fi
  # Setting the machine up is root's work; it becomes Boreal's user for what is in the database.
  if [ "${1:-}" = setup ]; then
    export BOREAL_DATA_DIR=/var/lib/boreal
    # What Node compiles it would keep beside the program, where no package takes it away again.
    export NODE_DISABLE_COMPILE_CACHE=1
    exec /usr/lib/boreal/bin/node /usr/lib/boreal/server/dist/operator.js "$@"
  fi
  exec runuser -u boreal -- /usr/bin/boreal "$@"
fi
export BOREAL_DATA_DIR=/var/lib/boreal
cd /var/lib/boreal
exec /usr/lib/boreal/bin/node --env-file-if-exists=/etc/boreal/boreal.env /usr/lib/boreal/server/dist/operator.js "$@"
