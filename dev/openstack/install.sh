#!/bin/sh
# Installs what a disposable OpenStack needs, as root with apt: Debian's own OpenStack and its client, a database, a message broker, libvirt
# and a few small programs. No daemon is started, and none is left running. Exit 3: it cannot be done on this machine; the last line says why.
set -eu
export PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive
DIR=${1:?where to keep the log}
wanted='mariadb-server rabbitmq-server memcached keystone glance-api placement-api nova-api nova-conductor nova-scheduler nova-compute
nova-compute-kvm nova-consoleproxy neutron-server neutron-linuxbridge-agent neutron-dhcp-agent neutron-l3-agent neutron-metadata-agent
cinder-api cinder-scheduler cinder-volume uwsgi-core uwsgi-plugin-python3 ebtables ipset conntrack dnsmasq-base iproute2 sudo qemu-utils
busybox-static dropbear-bin cpio openssh-client python3-openstackclient python3-osc-placement'
missing=''
for package in $wanted; do
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
# shellcheck disable=SC1091
. /etc/os-release
if [ "${ID:-}" != debian ] || [ "${VERSION_ID:-0}" != 12 ]; then
  echo "OpenStack is only installed on Debian 12 by itself, and this is ${PRETTY_NAME:-something else}."
  exit 3
fi
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod 755 "$policy"
  trap 'rm -f "$policy"' EXIT
fi
apt() {
  apt-get -q -y -o DPkg::Lock::Timeout=600 -o Acquire::Retries=5 -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold "$@" >>"$DIR/apt.log" 2>&1
}
: >"$DIR/apt.log"
# shellcheck disable=SC2086 # the packages are several words
apt update && apt install --no-install-recommends $missing || {
  tail -n 20 "$DIR/apt.log" >&2
  echo "OpenStack cannot be installed: apt-get could not bring$missing."
  exit 3
}
