import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addMs, HOUR_MS, systemClock } from '../../kit/clock.ts';
import type { MachineSpec } from '../engine.ts';
import { CloudUnreachable } from './cloud/cloud-errors.ts';
import { Nothing } from './cloud/cloud-shapes.ts';
import { followChanges } from './follow-changes.ts';
import { SERVER } from './machine/machine-marks.rules.ts';
import { openOpenstackKit, type OpenstackKit } from './openstack-kit.ts';
import type { CloudDouble } from './testing/cloud-double.ts';
import { doubleCloud } from './testing/double-kit-cloud.ts';
import { openDoubleKit } from './testing/open-double-kit.ts';

const { signal } = new AbortController();
const EVERY_MS = 10;
/** Far more than it takes. */
const LOOKS_MAX = 3000;

describe('what changes in an OpenStack is told to who follows it', () => {
  let double: CloudDouble;
  let kit: OpenstackKit;
  let stop: AbortController;
  let told: string[];
  let line: Promise<void>;
  before(async () => {
    ({ double, kit } = await openDoubleKit('theirs'));
    follow();
  });
  after(async () => {
    stop.abort();
    await line.finally(() => kit.close());
  });

  function follow(): void {
    stop = new AbortController();
    told = [];
    line = (async () => {
      const { client, layout } = kit;
      for await (const id of followChanges({ client, layout, clock: systemClock() }, stop.signal, { everyMs: EVERY_MS })) told.push(id);
    })();
    line.catch(() => undefined);
  }
  async function running(): Promise<MachineSpec> {
    const spec = kit.makeSpec();
    await kit.running(spec);
    return spec;
  }
  async function isTold(serverId: string): Promise<void> {
    for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
      if (told.includes(serverId)) return;
      await sleep(EVERY_MS);
    }
    assert.fail(`${serverId} was not told, but ${told.join(', ')}`);
  }
  /** So many lists have been asked for since. */
  async function asked(times: number): Promise<void> {
    const count = () => double.asked.filter(({ query }) => query.has('changes-since')).length;
    const end = count() + times;
    for (let looks = 0; count() < end; looks += 1) {
      assert.ok(looks < LOOKS_MAX, 'nobody asks the cloud for changes any more');
      await sleep(EVERY_MS);
    }
  }
  async function rests(serverId: string, status: string): Promise<void> {
    const isThere = () =>
      double.servers().some(({ id, status: now, taskState }) => id === novaId(serverId) && now === status && !taskState);
    for (let looks = 0; looks < LOOKS_MAX && !isThere(); looks += 1) await sleep(EVERY_MS);
  }
  const novaId = (serverId: string) => double.servers().find(({ metadata }) => metadata[SERVER] === serverId)?.id ?? '';

  test('a guest that powers itself off is told, and one that rests is not told again', async () => {
    const [off, rests] = [await running(), await running()];
    await isTold(rests.serverId);
    await asked(3);
    told = [];
    double.faults.guestPowersOff(novaId(off.serverId));
    await isTold(off.serverId);
    await asked(3);
    assert.deepEqual(told, [off.serverId]);
  });

  test('a machine that somebody removes by hand is told, and a machine that is none of ours is not', async () => {
    const { serverId } = await running();
    const other = kit.again({ layout: { ...kit.layout, owner: 'another' } });
    const theirs = kit.makeSpec();
    await kit.running(theirs, other);
    await asked(3);
    told = [];
    await kit.client.remove('compute', `/servers/${novaId(serverId)}`, signal);
    await isTold(serverId);
    await asked(3);
    assert.ok(!told.includes(theirs.serverId));
  });

  test('whoever has had enough while the cloud is being asked is told of no failure', async () => {
    for (let times = 0; times < 20; times += 1) {
      const abort = new AbortController();
      const { client, layout } = kit;
      const changes = followChanges({ client, layout, clock: systemClock() }, abort.signal, { everyMs: 1 });
      const ended = (async () => {
        for await (const id of changes) assert.match(id, /^srv_/);
      })();
      await asked(1 + (times % 3));
      abort.abort();
      await ended;
    }
  });

  test('a cloud that does not tell ends the line, and what changes afterwards is told on the next', async () => {
    const { serverId } = await running();
    await double.faults.down('compute');
    await assert.rejects(line, CloudUnreachable);
    await double.faults.up('compute');
    follow();
    await asked(1);
    double.faults.guestPowersOff(novaId(serverId));
    await isTold(serverId);
  });

  test('a cloud whose clock differs from ours by an hour tells all the same', async () => {
    const { serverId } = await running();
    for (const aheadMs of [HOUR_MS, -HOUR_MS]) {
      const clock = { ...systemClock(), wall: () => addMs(new Date(), aheadMs) };
      const { client, layout } = await openOpenstackKit(doubleCloud(double, 'theirs'), 'skewed', clock);
      const abort = new AbortController();
      const changes = followChanges({ client, layout, clock }, abort.signal, { everyMs: EVERY_MS });
      const first = changes.next();
      await asked(1);
      const change = aheadMs > 0 ? { 'os-stop': null } : { 'os-start': null };
      await client.change('compute', { method: 'POST', path: `/servers/${novaId(serverId)}/action`, body: change }, Nothing, signal);
      assert.deepEqual(await first, { value: serverId, done: false });
      abort.abort();
      await changes.return(undefined);
      client.close();
      await rests(serverId, aheadMs > 0 ? 'SHUTOFF' : 'ACTIVE');
    }
  });
});
