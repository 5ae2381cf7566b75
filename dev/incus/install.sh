#!/bin/sh
# Installs what a throw-away Incus needs, as root with apt: Incus itself and a few small programs. Debian 12 has Incus in its
# backports only, so packages come through a sources list of our own; nothing is added to /etc/apt. No daemon is left running.
# Exit 3: it cannot be done on this machine, and the last line says why.
set -eu
DIR=${1:?where to keep package lists}

has() { command -v "$1" >/dev/null 2>&1; }
cannot() {
  echo "$1"
  exit 3
}

missing=''
[ -x /usr/libexec/incus/incusd ] || has incusd || missing="$missing incus-base"
has dnsmasq || missing="$missing dnsmasq-base"
has nft || missing="$missing nftables"
has ip || missing="$missing iproute2"
has lxcfs || missing="$missing lxcfs"
has mkfs.btrfs || missing="$missing btrfs-progs"
has ssh || missing="$missing openssh-client"
[ -n "$missing" ] || exit 0

has apt-get || cannot "Incus cannot be installed: there is no apt-get. Missing:$missing."
# shellcheck disable=SC1091
. /etc/os-release
suite=${VERSION_CODENAME:-}
# The machine's own mirror, as its apt sources name it.
mirror=$(awk '$1 == "URIs:" { print $2; exit } $1 == "deb" { for (i = 2; i <= NF; i++) if ($i ~ /^http/) { print $i; exit } }' \
  /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null || true)
[ "${ID:-}" = debian ] && [ -n "$mirror" ] || cannot "Incus is only installed on Debian 12 or later by itself. Install$missing, then try again."

mkdir -p "$DIR/lists/partial"
signed='[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]'
{
  echo "deb $signed $mirror $suite main"
  echo "deb $signed $mirror $suite-updates main"
  [ "$suite" != bookworm ] || echo "deb $signed $mirror $suite-backports main"
} >"$DIR/sources.list"
apt() {
  DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Dir::Etc::SourceList="$DIR/sources.list" -o Dir::Etc::SourceParts=/dev/null \
    -o Dir::State::Lists="$DIR/lists" -o APT::Install-Recommends=false -o DPkg::Lock::Timeout=120 "$@" >>"$DIR/apt.log" 2>&1
}

policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod 755 "$policy"
  trap 'rm -f "$policy"' EXIT
fi
: >"$DIR/apt.log"
release=$suite
[ "$suite" != bookworm ] || release=$suite-backports
# shellcheck disable=SC2086 # the packages are several words
apt update && apt -t "$release" install $missing || {
  tail -n 20 "$DIR/apt.log" >&2
  cannot "Incus cannot be installed: apt-get could not bring$missing."
}
