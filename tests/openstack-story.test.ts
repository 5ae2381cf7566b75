import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { z } from 'zod';
import { SERVER } from '../server/src/engines/openstack/machine-marks.rules.ts';
import { until } from './testing/boreal-process.ts';
import { startOpenstackCloud, type OpenstackCloud } from './testing/openstack-cloud.ts';

const WITHIN_MS = 60_000;
const Started = z.object({ id: z.string() });

describe('servers on OpenStack, of somebody else’s and of our own, sold by one Boreal', () => {
  let cloud: OpenstackCloud;
  before(async () => {
    cloud = await startOpenstackCloud();
  });
  after(() => cloud.close());

  const machineOf = (id: string) => cloud.double.servers().find(({ metadata }) => metadata[SERVER] === id);
  const diskOf = (id: string) => {
    const disk = cloud.double.disk(machineOf(id)?.id ?? '', 'system');
    assert.ok(disk, `${id} has a disk`);
    return disk;
  };
  const balance = async () => (await cloud.send({ path: '/credits?summary=1' }, { data: z.object({ balance: z.number() }) })).balance;
  const remove = (id: string) => cloud.send({ method: 'DELETE', path: `/servers/${id}` }, { data: z.object({}) });

  test('lives its whole life: a floating address, backup, hibernation, restoration, its end', async () => {
    const id = await cloud.deploy('l4-x1');
    const { ipv4 } = await cloud.rests(id, 'ACTIVE');
    assert.ok(ipv4);
    assert.equal(await cloud.answers(ipv4), true);
    diskOf(id).text = 'first';

    const path = `/servers/${id}/backups`;
    await cloud.send({ method: 'PUT', path, json: { enabled: true } }, { data: z.object({}) });
    const backup = await cloud.send({ method: 'POST', path }, { data: Started });
    const Backups = z.object({ backups: z.array(z.object({ status: z.string() })) });
    const isReady = async () => (await cloud.send({ path }, { data: Backups })).backups[0]?.status === 'ready';
    await until('the backup is ready', WITHIN_MS, isReady);
    await cloud.rests(id, 'ACTIVE');
    diskOf(id).text = 'second';

    await cloud.act(id, 'reboot');
    assert.equal((await cloud.rests(id, 'ACTIVE')).ipv4, ipv4);
    await cloud.act(id, 'stop');
    assert.equal((await cloud.rests(id, 'STOPPED')).ipv4, ipv4);
    assert.equal(await cloud.answers(ipv4), false);
    await cloud.act(id, 'start');
    assert.equal((await cloud.rests(id, 'ACTIVE')).ipv4, ipv4);

    await cloud.act(id, 'hibernate');
    assert.equal((await cloud.rests(id, 'HIBERNATED')).ipv4, null);
    await cloud.act(id, 'hibernate-restore');
    const woken = await cloud.rests(id, 'ACTIVE');
    assert.notEqual(woken.ipv4, ipv4);
    assert.equal(await cloud.answers(woken.ipv4 ?? ''), true);
    assert.equal(diskOf(id).text, 'second');

    const restored = await cloud.send({ method: 'POST', path: `${path}/${backup.id}/restore`, json: {} }, { data: Started });
    assert.notEqual((await cloud.rests(restored.id, 'ACTIVE')).ipv4, woken.ipv4);
    assert.equal(diskOf(restored.id).text, 'first');

    for (const one of [id, restored.id]) await remove(one);
    await cloud.nothingIsLeft();
    assert.match(await cloud.operate('ledger', 'verify'), /\S/);
  });

  test('what the cloud has no room for is refunded, and nothing of it is left', async () => {
    const paid = await balance();
    cloud.double.faults.nextBootFails(() => true, 'No valid host was found. There are not enough hosts available.');
    const id = await cloud.deploy('l4-x1');
    await cloud.rests(id, 'ERROR');
    await remove(id);
    await cloud.nothingIsLeft();
    assert.equal(await balance(), paid);
  });

  test('sixteen GPUs of two hosts are sold and never a seventeenth, and a host that is drained gives up who is off', async () => {
    const gpusOf = (id: string) => {
      const holder = machineOf(id)?.id;
      return cloud.double.hosts.flatMap(({ name, gpus }) => gpus.filter((gpu) => gpu.holder === holder).map(() => name));
    };
    const eight = await cloud.deploy('h100-sxm-x8');
    const fours = [await cloud.deploy('h100-sxm-x4'), await cloud.deploy('h100-sxm-x4')];
    for (const id of [eight, ...fours]) await cloud.rests(id, 'ACTIVE');
    const first = gpusOf(eight)[0] ?? '';
    const second = first === 'gpu1' ? 'gpu2' : 'gpu1';
    assert.deepEqual(
      gpusOf(eight),
      Array.from({ length: 8 }, () => first),
    );
    assert.deepEqual(
      fours.flatMap(gpusOf),
      Array.from({ length: 8 }, () => second),
    );
    await cloud.isSoldOut('h100-sxm-x1');

    for (const id of fours) await remove(id);
    await cloud.act(eight, 'stop');
    await cloud.rests(eight, 'STOPPED');
    await until('the other host is free', WITHIN_MS, () => cloud.double.servers().length === 1);
    await cloud.operate('host', 'drain', cloud.hostIds.get(first) ?? '');
    await until('it has moved', WITHIN_MS, () => gpusOf(eight).length === 8 && gpusOf(eight).every((name) => name === second));
    await cloud.rests(eight, 'STOPPED');
    await cloud.act(eight, 'start');
    assert.equal(await cloud.answers((await cloud.rests(eight, 'ACTIVE')).ipv4 ?? ''), true);
    await remove(eight);
    await cloud.nothingIsLeft();
  });
});
