#!/bin/sh
# In place of ebtables in a disposable OpenStack. Debian's own finds a rule with --among-src by its number only, not by what it says, and
# neutron's agent then tries for ever to take it away: after one restart of neutron-server no new guest would get a network any more.
real=/usr/sbin/ebtables-nft
case "$*" in
*' -D '*' --among-src '*) ;;
*) exec "$real" "$@" ;;
esac
options=${*%% -D *}
rule=${*#* -D }
chain=${rule%% *}
# shellcheck disable=SC2086 # the options are several words
number=$("$real" $options -L "$chain" --Ln | awk -v rule="${rule#* }" '{ n = $1 + 0; sub(/^[0-9]+[.]? /, ""); if ($0 == rule) { print n; exit } }')
# One that is gone need not go.
[ -n "$number" ] || exit 0
# shellcheck disable=SC2086
exec "$real" $options -D "$chain" "$number"
