#!/bin/sh
# Builds the guest: Debian's kernel for clouds, a small first filesystem with busybox and an SSH server, and an empty disk. Nova gives
# a machine all three (`kernel_id`, `ramdisk_id`), so no boot loader is needed. Usage: build.sh FOLDER
set -eu
export PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8
OUT=${1:?folder}
HERE=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
package=$(apt-cache depends linux-image-cloud-amd64 | awk '/Depends/ { print $2; exit }')
mkdir "$work/packages" "$work/kernel"
(cd "$work/packages" && apt-get -q download "$package" >/dev/null 2>&1)
dpkg -x "$work"/packages/*.deb "$work/kernel"
modules=$(echo "$work"/kernel/lib/modules/*/kernel)

root=$work/root
mkdir -p "$root/bin" "$root/sbin" "$root/proc" "$root/sys" "$root/dev" "$root/etc" "$root/root" "$root/home" "$root/tmp" "$root/lib/modules" "$root/lib64" "$root/usr/sbin"
cp /bin/busybox /usr/sbin/dropbear /usr/bin/dropbearkey "$root/bin/"
cp /sbin/mke2fs "$root/usr/sbin/"
for library in $(ldd /usr/sbin/dropbear /usr/bin/dropbearkey /sbin/mke2fs /bin/busybox | grep -o '/[^ ]*\.so[^ ]*' | sort -u) /lib/x86_64-linux-gnu/libnss_files.so.2; do
  mkdir -p "$root$(dirname "$library")"
  cp -L "$library" "$root$library"
done
: >"$root/lib/modules/order"
for module in virtio/virtio_ring virtio/virtio virtio/virtio_pci_modern_dev virtio/virtio_pci_legacy_dev virtio/virtio_pci block/virtio_blk \
  char/hw_random/virtio-rng input/evdev acpi/button; do
  [ ! -e "$modules/drivers/$module.ko" ] || { cp "$modules/drivers/$module.ko" "$root/lib/modules/" && echo "${module##*/}.ko" >>"$root/lib/modules/order"; }
done
for module in net/core/failover drivers/net/net_failover drivers/net/virtio_net; do
  [ ! -e "$modules/$module.ko" ] || { cp "$modules/$module.ko" "$root/lib/modules/" && echo "${module##*/}.ko" >>"$root/lib/modules/order"; }
done
echo 'root:x:0:0:root:/root:/bin/sh' >"$root/etc/passwd"
echo 'root:x:0:' >"$root/etc/group"
echo 'root:*:19000::::::' >"$root/etc/shadow"
echo '/bin/sh' >"$root/etc/shells"
install -m 755 "$HERE/init" "$root/init"
install -m 755 "$HERE/lease" "$root/bin/lease"
(cd "$root" && find . | cpio --quiet -o -H newc | gzip -9) >"$OUT/ramdisk"
cp "$work"/kernel/boot/vmlinuz-* "$OUT/kernel"
truncate -s 64M "$work/disk"
mke2fs -q -t ext4 -O '^has_journal,^metadata_csum' -m 0 "$work/disk"
qemu-img convert -f raw -O qcow2 -c "$work/disk" "$OUT/disk.qcow2"
