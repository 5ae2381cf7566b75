// After an upgrade: what runs, runs again with the new program. API processes one at a time, each ready before the next ends, so that
// behind a load balancer no request fails; then the rest. The package's postinst calls it. Only Node itself may be used here.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';

/** What brings a large database up to date takes as long as it takes; then the rest is restarted all the same. */
const READY_WITHIN_SECONDS = 300;
const [settings = '/etc/boreal/boreal.env', seconds = READY_WITHIN_SECONDS] = process.argv.slice(2);

for (const unit of activeApis()) {
  systemctl('restart', unit);
  if (!(await isReady(unit)))
    process.stderr.write(`${unit} is not ready yet: see "journalctl --unit ${unit}". The next one is restarted now.\n`);
}
systemctl('try-restart', 'boreal.service', 'boreal-worker@*.service');

function activeApis() {
  const listed = systemctl('list-units', '--plain', '--no-legend', '--state=active', 'boreal-api@*.service');
  return listed.split('\n').flatMap((line) => line.trim().split(/\s+/)[0] || []);
}

async function isReady(unit) {
  const [, port] = /@(\d+)\.service$/.exec(unit) ?? [];
  const url = `http://${host()}:${port}/readyz`;
  for (const limit = performance.now() + Number(seconds) * 1000; performance.now() < limit; await sleep(200)) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.status === 200) return true;
  }
  return false;
}

/** Where the API processes listen, as one reaches it from here. */
function host() {
  const { BOREAL_HOST = '' } = parseEnv(readFileSync(settings, 'utf8'));
  if (BOREAL_HOST === '' || BOREAL_HOST === '0.0.0.0') return BOREAL_HOST === '' ? 'localhost' : '127.0.0.1';
  if (BOREAL_HOST === '::') return '[::1]';
  return BOREAL_HOST.includes(':') ? `[${BOREAL_HOST}]` : BOREAL_HOST;
}

/** Says what it says; a unit that does not start is told by systemd, and must not end the upgrade of the package. */
function systemctl(...args) {
  try {
    return execFileSync('systemctl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  } catch (error) {
    return String(error.stdout ?? '');
  }
}
