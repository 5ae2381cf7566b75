// Whether a container's Boreal is alive: its API answers, and its worker, which listens nowhere, looks after servers. What is wrong goes
// to standard error, where "docker inspect" and "podman inspect" show it. Only Node itself may be used here.
import { stat } from 'node:fs/promises';

/** Longer than a schedule waits for a lock that another process holds, so that one that hangs makes no other look so. */
const SILENT_SECONDS = 120;

const { BOREAL_ROLE, BOREAL_PORT, BOREAL_HEARTBEAT } = process.env;

const wrong = await Promise.all([BOREAL_ROLE === 'worker' ? null : api(), BOREAL_ROLE === 'api' ? null : worker()]);
for (const said of wrong.filter(Boolean)) {
  process.stderr.write(`${said}\n`);
  process.exitCode = 1;
}

async function api() {
  const url = `http://127.0.0.1:${BOREAL_PORT || 8080}/healthz`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(4000) }).catch(() => null);
  return answer?.status === 200 ? null : `${url} does not answer.`;
}

async function worker() {
  if (!BOREAL_HEARTBEAT) return 'BOREAL_HEARTBEAT names no file, so nobody can see whether the worker works.';
  const seen = await stat(BOREAL_HEARTBEAT).catch(() => null);
  if (seen === null) return 'The worker has not looked after servers yet.';
  return new Date() - seen.mtimeMs < SILENT_SECONDS * 1000
    ? null
    : `The worker has not looked after servers since ${seen.mtime.toISOString()}.`;
}
