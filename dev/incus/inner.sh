#!/bin/bash
# Process 1 of the namespaces that enter.sh makes: a small machine with a host (where Incus is) and an outside (a network
# namespace behind it, from which customers come). DIR/host.sock and DIR/outside.sock lead into the two (relay.ts).
set -eu
# A root shell that was opened with plain "su" does not find sysctl, zfs and the like.
export PATH="$PATH:/usr/sbin:/sbin"
export INCUS_DIR=$DIR/incus
mount --make-rprivate /
# /proc/1 must be this script: LXC takes its base control group from there.
mount -t proc proc /proc
# A sysfs of this network namespace: incusd looks for its bridges there.
umount -R /sys 2>/dev/null || true
mount -t sysfs sysfs /sys
case "$CGROUPS" in
v1)
  mount -t tmpfs -o mode=755 cgroup /sys/fs/cgroup
  for controller in $CONTROLLERS; do
    folder=/sys/fs/cgroup/${controller#name=}
    mkdir -p "$folder"
    mount -t cgroup -o "$controller" cgroup "$folder"
  done
  mkdir /sys/fs/cgroup/unified
  mount -t cgroup2 cgroup2 /sys/fs/cgroup/unified
  ;;
v2)
  mount -t cgroup2 cgroup2 /sys/fs/cgroup
  # A leaf for ourselves, so that the root can hand controllers down; LXC takes exactly this name off its base path.
  mkdir -p /sys/fs/cgroup/init.scope
  for process in $(cat /sys/fs/cgroup/cgroup.procs); do echo "$process" >/sys/fs/cgroup/init.scope/cgroup.procs 2>/dev/null || true; done
  # What is outside of these namespaces is a 0 there, until enter.sh has taken it away.
  for _ in $(seq 100); do
    [ -n "$(cat /sys/fs/cgroup/cgroup.procs)" ] || break
    sleep 0.05
  done
  for controller in $(cat /sys/fs/cgroup/cgroup.controllers); do echo "+$controller" >/sys/fs/cgroup/cgroup.subtree_control 2>/dev/null || true; done
  ;;
esac
mkdir -p /run/lxc /run/netns
mount -t tmpfs tmpfs /run/lxc
mount -t tmpfs tmpfs /run/netns
: >"$DIR/resolv.conf"
mount --bind "$DIR/resolv.conf" "$(readlink -f /etc/resolv.conf)"

# The outside: 192.0.2.2 and 2001:db8:ffff::2, with the host as its way to the guests.
ip link set lo up
sysctl -qw net.ipv4.ip_forward=1 net.ipv6.conf.all.forwarding=1
# Who asks for a guest that is not up yet asks again in a tenth of a second and not in a whole one.
sysctl -qw net.ipv4.neigh.default.retrans_time_ms=100 net.ipv6.neigh.default.retrans_time_ms=100 || true
ip netns add outside
ip link add uplink type veth peer name eth0 netns outside
ip address add 192.0.2.1/24 dev uplink
ip address add 2001:db8:ffff::1/64 dev uplink nodad
ip link set uplink up
ip netns exec outside sh -e <<'OUTSIDE'
ip link set lo up
ip address add 192.0.2.2/24 dev eth0
ip address add 2001:db8:ffff::2/64 dev eth0 nodad
ip link set eth0 up
ip route add default via 192.0.2.1
ip route add default via 2001:db8:ffff::1
OUTSIDE

# What /proc/meminfo and the like say inside a container follows its limits.
if command -v lxcfs >/dev/null && [ -e /dev/fuse ]; then
  mkdir -p /var/lib/lxcfs
  mount -t tmpfs tmpfs /var/lib/lxcfs
  lxcfs -p /run/lxc/lxcfs.pid /var/lib/lxcfs >"$DIR/lxcfs.log" 2>&1 &
fi

# Rules on a guest's port need connection tracking for bridges. Where the kernel has none, nft-stateless stands before nft.
probe='table bridge boreal_probe { chain f { type filter hook forward priority 0; ct state established accept; }; }'
if printf '%s\n' "$probe" | nft -f - 2>/dev/null; then
  nft delete table bridge boreal_probe
else
  cp -f "$(command -v nft)" "$DIR/nft"
  cp -f "$HERE/nft-stateless" "$DIR/nft-stateless"
  sed -i "s|@NFT@|$DIR/nft|" "$DIR/nft-stateless"
  mount --bind "$DIR/nft-stateless" "$(command -v nft)"
fi

"$NODE" "$RELAY" "$DIR/host.sock" >"$DIR/relay.log" 2>&1 &
ip netns exec outside "$NODE" "$RELAY" "$DIR/outside.sock" >>"$DIR/relay.log" 2>&1 &

incusd=/usr/libexec/incus/incusd
[ -x "$incusd" ] || incusd=$(command -v incusd)
# Tests kill incusd: it comes back like under systemd, unless DIR/hold says that it is to stay away.
stopping=
trap 'stopping=1; kill -PWR "$(cat "$DIR/incusd.pid")" 2>/dev/null || true' TERM INT
while [ -z "$stopping" ]; do
  while [ -e "$DIR/hold" ] && [ -z "$stopping" ]; do sleep 0.1; done
  # Killed before it had noted the number of the dnsmasq that it started, incusd could never start its network again.
  for comm in /proc/[0-9]*/comm; do
    if [ "$(cat "$comm" 2>/dev/null || true)" = dnsmasq ]; then kill -KILL "$(basename "$(dirname "$comm")")" 2>/dev/null || true; fi
  done
  "$incusd" --group root >>"$DIR/incusd.log" 2>&1 &
  echo $! >"$DIR/incusd.pid"
  while kill -0 "$(cat "$DIR/incusd.pid")" 2>/dev/null; do wait "$(cat "$DIR/incusd.pid")" || true; done
done
