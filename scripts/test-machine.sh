#!/bin/sh
# Brings the programs that tests use and npm cannot: ssh-keygen, to hold our fingerprints against the real one's,
# Valkey or Redis, for rate limits shared by several processes, Chromium, in which the console is tried, Caddy and nginx,
# behind which Boreal is reached, the distribution's Postgres, which is older than ours, and Ceph, whose gateway is the S3
# that backups are tried on; pgBackRest, which backs up a Postgres that is not ours; Python with requests, which runs the
# examples of the documentation; and Liberation Sans, as wide as the Arial of phones, in which words are cut off or are not.
#
# "npm test" calls it each time. Where we are root and have apt (containers, CI) it installs what is missing, from the
# machine's own package sources; elsewhere it never asks for a password and only says what to install. Tests that need
# an absent program fail: nobody reads what was skipped.
#
# Programs named as arguments are brought besides, for the tests that "npm test" skips. Debian's packages have the same names.
set -u

has() { command -v "$1" >/dev/null 2>&1; }
has_valkey() { has valkey-server || has redis-server; }
has_any_chromium() { has chromium-headless-shell || has chromium || has chromium-browser || has google-chrome; }
# Debian has one without windows beside it, which uses less of the processor.
has_chromium() { has chromium-headless-shell || { has_any_chromium && { ! has apt-cache || ! apt-cache show chromium-headless-shell >/dev/null 2>&1; }; }; }
# Debian keeps it where only root looks.
has_nginx() { has nginx || [ -x /usr/sbin/nginx ]; }
# The programs of servers are not on the PATH.
has_postgres() { ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1; }
has_ceph() { has radosgw && has ceph-mon && has ceph-osd; }
# Only root can give it a Debian cluster of its own; elsewhere that test is skipped.
has_pgbackrest() { has pgbackrest || [ "$(id -u)" != 0 ]; }
has_requests() { python3 -c 'import requests' 2>/dev/null; }
# macOS and Windows have Arial.
has_arial() { ! has fc-list || fc-list 2>/dev/null | grep -qiE 'liberation ?sans|arial'; }
besides=$*
has_besides() { for program in $besides; do has "$program" || return; done; }
all_there() { has ssh-keygen && has_valkey && has_chromium && has caddy && has_nginx && has_postgres && has_ceph &&
  has_pgbackrest && has_requests && has_arial && has_besides; }

install_with_apt() {
  echo 'test: installing what the tests need (ssh-keygen, Valkey or Redis, Chromium, Caddy, nginx, Postgres, Ceph, pgBackRest, Python, Liberation Sans'"${besides:+, $besides}"') with apt …'
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq || return
  packages=''
  has ssh-keygen || packages='openssh-client'
  if ! has_chromium; then
    if apt-cache show chromium-headless-shell >/dev/null 2>&1; then packages="$packages chromium-headless-shell"; else packages="$packages chromium"; fi
  fi
  has caddy || packages="$packages caddy"
  has_nginx || packages="$packages nginx-light"
  has_postgres || packages="$packages postgresql"
  has_ceph || packages="$packages radosgw ceph-mon ceph-osd"
  has_pgbackrest || packages="$packages pgbackrest"
  has_requests || packages="$packages python3-requests"
  has_arial || packages="$packages fonts-liberation"
  if ! has_valkey; then
    # Debian 13 has Valkey, Debian 12 only Redis.
    if apt-cache show valkey-server >/dev/null 2>&1; then packages="$packages valkey-server"; else packages="$packages redis-server"; fi
  fi
  for program in $besides; do has "$program" || packages="$packages $program"; done
  # The tests start their own server; apt is not to leave a daemon behind.
  policy=/usr/sbin/policy-rc.d
  if [ ! -e "$policy" ]; then
    printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod 755 "$policy"
    trap 'rm -f "$policy"' EXIT
  fi
  # shellcheck disable=SC2086 # the packages are several words
  apt-get install -qq -y --no-install-recommends $packages >/dev/null
}

all_there && exit 0
if [ "$(id -u)" = 0 ] && has apt-get; then install_with_apt; fi
all_there && exit 0

has ssh-keygen || echo 'test: ssh-keygen is missing. Install OpenSSH (Debian: apt-get install openssh-client).' >&2
has_valkey || echo 'test: valkey-server or redis-server is missing. Install one (Debian: apt-get install redis-server; macOS: brew install valkey).' >&2
has_any_chromium || echo 'test: Chromium is missing. Install it (Debian: apt-get install chromium) or Chrome.' >&2
has caddy || echo 'test: Caddy is missing. Install it (Debian: apt-get install caddy; macOS: brew install caddy).' >&2
has_nginx || echo 'test: nginx is missing. Install it (Debian: apt-get install nginx-light; macOS: brew install nginx).' >&2
has_postgres || echo 'test: Postgres is missing. Install it (Debian: apt-get install postgresql).' >&2
has_ceph || echo 'test: Ceph is missing. Install it (Debian: apt-get install radosgw ceph-mon ceph-osd).' >&2
has_pgbackrest || echo 'test: pgBackRest is missing. Install it (Debian: apt-get install pgbackrest).' >&2
has_requests || echo 'test: Python with requests is missing. Install it (Debian: apt-get install python3-requests).' >&2
has_arial || echo 'test: Arial is missing. Install Liberation Sans, which is as wide (Debian: apt-get install fonts-liberation).' >&2
for program in $besides; do has "$program" || echo "test: $program is missing. Install it (Debian: apt-get install $program)." >&2; done
exit 1
