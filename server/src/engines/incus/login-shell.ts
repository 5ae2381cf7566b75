/**
 * Logs in as the server's user, as SSH would; as root if the guest no longer has that user, or prevents even root from becoming it: the
 * caller owns the machine, and is there because something in it is broken. Exits with 127 in a guest without any shell.
 */
const SCRIPT = `
user=$1
entry=$(getent passwd "$user" 2>/dev/null || grep "^$user:" /etc/passwd)
shell=\${entry##*:}
case $shell in */nologin | */false) shell= ;; esac
[ -x "$shell" ] || shell=/bin/sh
if [ "$user" != root ] && [ -n "$entry" ] && timeout 5 su -s /bin/sh "$user" -c : </dev/null >/dev/null 2>&1; then
  exec su -s "$shell" -l "$user"
fi
export HOME=/root USER=root LOGNAME=root
cd /root 2>/dev/null || cd /
for shell in /bin/bash /bin/sh; do [ ! -x "$shell" ] || exec "$shell" -l; done
`;

/** The command that becomes a login shell of `username`, run as root. */
export function loginShell(username: string): readonly string[] {
  return ['/bin/sh', '-c', SCRIPT, 'console', username];
}
