#!/bin/bash
# Process 1 of a disposable OpenStack. Programs find their configuration and keep their state where Debian has put both, and see copies
# in DIR: the machine's own are not touched. The network has nothing but what is made here: 172.24.4.0/24 is the outside, with the
# cloud's operator and its customers at 172.24.4.1; DIR/outside.sock leads there (dev/incus/relay.ts). `provider` is another wire, for a
# network whose addresses are public already: 172.24.5.0/24 and 2001:db8:5::/64, with the outside at .1 and ::1.
set -eu
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
hostname kvm1
mount --make-rprivate /
mount -t proc proc /proc
umount -R /sys 2>/dev/null || true
mount -t sysfs sysfs /sys

mkdir -p "$DIR/state" "$DIR/run" "$DIR/log"
[ -d "$DIR/etc" ] || { cp -a /etc "$DIR/etc.new" && mv "$DIR/etc.new" "$DIR/etc"; }
mount --bind "$DIR/etc" /etc
# A link of Debian's alternatives: the machine's own stays as it is.
rm -f /etc/alternatives/ebtables
cp "$HERE/ebtables.sh" /etc/alternatives/ebtables
echo '127.0.0.1 localhost kvm1' >/etc/hosts
: >/etc/resolv.conf 2>/dev/null || { rm -f /etc/resolv.conf && : >/etc/resolv.conf; }
for name in mysql rabbitmq keystone glance placement nova neutron cinder libvirt; do
  mkdir -p "$DIR/state/$name" "/var/lib/$name"
  mount --bind "$DIR/state/$name" "/var/lib/$name"
done
mount -t tmpfs tmpfs /run
mkdir -p /run/netns /run/mysqld /run/libvirt /run/lock
chown mysql /run/mysqld "$DIR/state/mysql"

# A hypervisor of nova's own that only pretends, with eight GPUs: flavors, filters and claims of them are the real ones.
virt=/usr/lib/python3/dist-packages/nova/virt
[ -d "$DIR/virt" ] || { cp -a "$virt" "$DIR/virt.new" && cp "$HERE/pretended_gpus.py" "$DIR/virt.new/" && mv "$DIR/virt.new" "$DIR/virt"; }
mount --bind "$DIR/virt" "$virt"

# Cinder keeps volumes as files on NFS. Kernels here may have none: the folder itself is mounted in its place. Qemu has mounts of its
# own, which see what is mounted later only if it was shared with them.
mkdir -p "$DIR/volumes" "$DIR/sbin" /var/lib/nova/mnt /var/lib/cinder/mnt /srv/volumes
chmod 777 "$DIR/volumes"
mount --bind "$DIR/volumes" /srv/volumes
mount --bind /var/lib/nova/mnt /var/lib/nova/mnt
mount --make-shared /var/lib/nova/mnt
printf '#!/bin/sh\nexec mount --bind "${1#*:}" "$2"\n' >"$DIR/sbin/mount.nfs"
chmod 755 "$DIR/sbin/mount.nfs"
touch /sbin/mount.nfs
mount --bind "$DIR/sbin/mount.nfs" /sbin/mount.nfs

ip link set lo up
for bridge in outside:172.24.4.1/24 tunnels:10.255.0.1/24; do
  ip link add "${bridge%%:*}" type bridge
  ip address add "${bridge#*:}" dev "${bridge%%:*}"
  ip link set "${bridge%%:*}" up
done
ip link add provider type veth peer name provider0
ip address add 172.24.5.1/24 dev provider
ip address add 2001:db8:5::1/64 dev provider nodad
ip link set provider up
ip link set provider0 up
sysctl -qw net.ipv4.ip_forward=1
sysctl -qw net.bridge.bridge-nf-call-iptables=1 net.bridge.bridge-nf-call-ip6tables=1 2>/dev/null || true

"$NODE" "$RELAY" "$DIR/outside.sock" >"$DIR/log/relay.log" 2>&1 &
touch "$DIR/entered"
# Whoever has lost its parent is ours, and is seen off here.
while :; do
  sleep 3600 &
  wait $! || true
done
