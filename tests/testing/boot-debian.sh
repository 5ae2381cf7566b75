#!/bin/sh
# Boots the Debian in a folder, with its own systemd as process 1: in namespaces of its own (mounts, processes, network, host name, control
# groups), so that it sees none of this machine's and leaves nothing behind when process 1 ends. As a container is booted: what would change
# this machine's kernel is read only or not its to do. As root.
#   boot-debian.sh group NAME      the folder of a control group of that name, below the caller's own
#   boot-debian.sh boot GROUP ROOT in that group
set -eu
case $1 in
group)
  # Of a machine with version 1 the controllers stay there: systemd needs none to know its processes.
  mounted=$(awk '/ - cgroup2 /{ print $5; exit }' /proc/self/mountinfo)
  [ -n "$mounted" ] || { echo 'This machine has no control groups of version 2.'; exit 1; }
  own=$(sed -n 's/^0:://p' /proc/self/cgroup)
  echo "$mounted${own%/}/$2"
  ;;
boot)
  mkdir -p "$2"
  echo $$ >"$2/cgroup.procs"
  exec unshare --mount --pid --fork --kill-child --ipc --uts --net --cgroup sh "$0" inside "$3"
  ;;
inside)
  root=$2
  mount --make-rprivate /
  mount --bind "$root" "$root"
  mount -t proc proc "$root/proc"
  mount --bind "$root/proc/sys" "$root/proc/sys"
  mount -o remount,bind,ro "$root/proc/sys"
  mount -t sysfs -o ro,nosuid,nodev,noexec sysfs "$root/sys"
  mount -t cgroup2 -o nosuid,nodev,noexec cgroup2 "$root/sys/fs/cgroup"
  mount -t tmpfs -o mode=755,nosuid tmpfs "$root/dev"
  for device in null zero full random urandom tty; do
    : >"$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
  done
  mkdir "$root/dev/pts" "$root/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$root/dev/pts"
  mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
  ln -s pts/ptmx "$root/dev/ptmx"
  ln -s /proc/self/fd "$root/dev/fd"
  for stream in 0:stdin 1:stdout 2:stderr; do ln -s "fd/${stream%:*}" "$root/dev/${stream#*:}"; done
  mount -t tmpfs -o mode=755 tmpfs "$root/run"
  mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
  ip link set lo up
  cd "$root"
  pivot_root . mnt
  exec env -i container=boreal PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot . sh -c '
    umount -l /mnt
    exec setpriv --bounding-set -sys_time,-sys_module,-sys_boot,-sys_rawio,-syslog /lib/systemd/systemd --log-target=console'
  ;;
esac
