import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '../../../kit/clock.ts';
import { handClock } from '../../../kit/hand-clock.ts';
import { createLog } from '../../../kit/log.ts';
import type { CloudClient } from '../cloud/cloud-client.ts';
import { CloudServer } from '../cloud/cloud-shapes.ts';
import { measureMachines } from './measure-machines.ts';

const START = new Date('2026-01-01T00:00:00Z');
const machine = (n: number, more: Record<string, unknown> = {}) => {
  const of = { name: '', created: '', updated: '', description: '', flavor: { ram: 1024, vcpus: 1 }, image: '', status: 'ACTIVE' };
  return { serverId: `srv_${n}`, server: CloudServer.parse({ id: `u${n}`, ...of, ...more }) };
};

/** A nova that has no answer about some machines, and what it was asked. */
function nova(hangs: (novaId: string) => boolean = () => false) {
  const asked: string[] = [];
  const read: CloudClient['read'] = async (_service, path, shape, signal) => {
    const id = path.split('/')[2] ?? '';
    asked.push(id);
    if (hangs(id)) await sleep(600_000, undefined, { signal, ref: false });
    return shape.parse({ cpu_details: [{ time: 1 }] });
  };
  const clock = handClock(START);
  return { asked, clock, deps: { client: { read }, clock, log: createLog('silent') } };
}

const many = Array.from({ length: 20 }, (_, n) => machine(n));
const { signal } = new AbortController();

test('machines of a host that hangs hold up no others: each is waited for a while, and all the rest are measured', async () => {
  const { deps } = nova((id) => id.startsWith('u1'));
  const readings = await measureMachines(deps, many, signal, 20);
  assert.deepEqual(
    readings.map(({ serverId }) => serverId).toSorted(),
    [0, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `srv_${n}`),
  );
});

test('when the time of a round is over, what was read by then is kept', async () => {
  const { deps } = nova((id) => id !== 'u3');
  const readings = await measureMachines(deps, many, AbortSignal.timeout(50));
  assert.deepEqual(
    readings.map(({ serverId }) => serverId),
    ['srv_3'],
  );
});

test('a machine that is off, or whose host is silent, is not asked for; each round begins with another', async () => {
  const { asked, clock, deps } = nova();
  const all = [machine(0), machine(1, { status: 'SHUTOFF' }), machine(2, { host_status: 'UNKNOWN' }), machine(3), machine(4)];
  const firsts: (string | undefined)[] = [];
  for (let round = 0; round < 3; round += 1) {
    asked.length = 0;
    await measureMachines(deps, all, signal);
    assert.deepEqual(asked.toSorted(), ['u0', 'u3', 'u4']);
    firsts.push(asked[0]);
    clock.advance(MINUTE_MS);
  }
  assert.equal(new Set(firsts).size, 3);
});
