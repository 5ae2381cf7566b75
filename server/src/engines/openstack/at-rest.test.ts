import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { standardHosts } from './testing/double-furniture.ts';
import { openDoubleKit } from './testing/open-double-kit.ts';

const SERVERS = 1000;
const AT_ONCE = 100;
const { signal } = new AbortController();

test('of a thousand machines that rest, the cloud is asked in lists', async (t) => {
  const [kvm] = standardHosts();
  assert.ok(kvm);
  const hosts = Array.from({ length: 40 }, (_, n) => ({ ...kvm, id: `many-${n}`, name: `many${n}` }));
  const { double, kit } = await openDoubleKit('ours', { paceMs: 1, hosts });
  t.after(() => kit.close());
  for (let n = 0; n < SERVERS; n += AT_ONCE) {
    const several = Array.from({ length: AT_ONCE }, (_, m) => kit.plantOrphan?.(`srv_rests${n + m}`, `many${m % hosts.length}`));
    await Promise.all(several);
  }
  const { engine } = kit;
  const atRest = () => double.servers().filter(({ status, taskState }) => status === 'ACTIVE' && taskState === null).length;
  while (atRest() < SERVERS) await sleep(10);
  // What is remembered between calls is known from here on.
  await engine.hosts(signal);

  /** What core asks of an engine while nothing is done to any machine, and how often in ten minutes (core/schedules.ts). */
  const asked = {
    hosts: { times: 40, ask: () => engine.hosts(signal) },
    list: { times: 41, ask: () => engine.list(signal) },
    listBackups: { times: 2, ask: () => engine.listBackups(signal) },
    leftovers: { times: 1, ask: () => engine.leftovers(signal) },
  } as const;
  // What has changed is asked for every five seconds (follow-changes.ts), by one request as long as that is no thousand machines.
  let inTenMinutes = 120;
  for (const [what, { times, ask }] of Object.entries(asked)) {
    const before = double.asked.length;
    const { length } = await ask();
    if (what === 'list') assert.equal(length, SERVERS);
    const requests = double.asked.length - before;
    t.diagnostic(`${what}: ${requests} requests`);
    inTenMinutes += requests * times;
  }
  const perServerAndMinute = inTenMinutes / 10 / SERVERS;
  t.diagnostic(`per server and minute: ${perServerAndMinute.toFixed(3)}`);
  assert.ok(perServerAndMinute < 0.05, String(perServerAndMinute));
});
