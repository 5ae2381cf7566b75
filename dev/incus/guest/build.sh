#!/bin/sh
# Builds the image of the throw-away guest, OUT/meta.tar and OUT/root.tar: busybox, an SSH server and a DHCP client of the
# machine's Debian, unpacked without being installed. Some 20 MB, made in seconds, up in half a second, and it needs nothing
# of the kernel that a container cannot have. It knows its user and key from what the engine writes on the machine
# (user.boreal.*); a real image reads the same from cloud-init.
set -eu
OUT=${1:?where to write}
SOURCES=${2:?folder of install.sh}
HERE=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "$OUT/build.XXXX")
trap 'rm -rf "$work"' EXIT
mkdir "$work/debs" "$work/root" "$work/meta"

# With our own package lists where install.sh has made them, else with the machine's.
options=
[ ! -s "$SOURCES/sources.list" ] || options="-o Dir::Etc::SourceList=$SOURCES/sources.list -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists=$SOURCES/lists"
[ -n "$options" ] || apt-get -qq update
# shellcheck disable=SC2086 # the options are several words
(
  cd "$work/debs"
  packages='busybox-static dropbear-bin dhcpcd-base'
  libraries=$(apt-cache $options depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances dropbear-bin dhcpcd-base |
    grep -E '^lib(c6|crypt1|tomcrypt1|tommath1|gmp10|udev1|cap2)(t64)?$|^zlib1g$' | sort -u)
  apt-get $options -qq -o APT::Sandbox::User=root download $packages $libraries
)
for package in "$work"/debs/*.deb; do dpkg-deb -x "$package" "$work/root"; done

cd "$work/root"
rm -rf usr/share/doc usr/share/man usr/share/locale usr/share/lintian usr/share/bug usr/lib/*/gconv
mkdir -p dev proc sys run tmp root home var/run var/log etc/dropbear etc/boreal var/lib/dhcpcd usr/bin usr/sbin bin sbin
chmod 1777 tmp
chmod 700 root
busybox=bin/busybox
[ -x "$busybox" ] || busybox=usr/bin/busybox
for applet in $("./$busybox" --list); do
  [ -e "bin/$applet" ] || [ -e "usr/bin/$applet" ] || [ -e "usr/sbin/$applet" ] || [ "$applet" = init ] || ln -s "/$busybox" "bin/$applet"
done
install -m 755 "$HERE/init" sbin/init
printf 'root:*:0:0:root:/root:/bin/sh\ndhcpcd:*:100:65534::/var/lib/dhcpcd:/bin/false\n' >etc/passwd
printf 'root:x:0:\n' >etc/group
echo 'root:*:19000::::::' >etc/shadow
chmod 600 etc/shadow
printf '/bin/sh\n' >etc/shells
tar -cf "$OUT/root.tar.new" --numeric-owner --owner=0 --group=0 .
mv "$OUT/root.tar.new" "$OUT/root.tar"

cp -r "$HERE/templates" "$work/meta/"
sed "s/@ARCHITECTURE@/$(uname -m)/" "$HERE/metadata.yaml" >"$work/meta/metadata.yaml"
tar -C "$work/meta" -cf "$OUT/meta.tar" --owner=0 --group=0 metadata.yaml templates
