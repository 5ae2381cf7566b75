import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startCloudDouble, type CloudDouble } from './testing/cloud-double.ts';
import { STANDARD, walkCloud } from './testing/cloud-walk.ts';
import { pretendedHost } from './testing/double-furniture.ts';
import { openDoubleKit } from './testing/open-double-kit.ts';
import { driftBetween, readWalk, shapeOf, writtenWalk, type Step } from './testing/walk-record.ts';

const RECORD = join(import.meta.dirname, 'testing', 'real-walk.txt');

describe('the double of OpenStack', () => {
  let cloud: CloudDouble;
  let steps: readonly Step[];
  before(async () => {
    cloud = await startCloudDouble({ paceMs: 3 });
    const { authUrl, users, image, hold, goOn } = cloud;
    steps = await walkCloud({ ...STANDARD, authUrl, users, image: image.name, lookEveryMs: 5, hold, goOn });
  });
  after(() => cloud.close());

  test('answers as the real one was seen to', () => {
    assert.deepEqual(driftBetween(readWalk(readFileSync(RECORD, 'utf8')), steps), []);
  });

  test('keeps nothing of what was removed', () => {
    assert.deepEqual(cloud.servers(), []);
    for (const all of [cloud.networks.floatingIps, cloud.volumes.volumes, cloud.volumes.snapshots]) assert.equal(all.size, 0);
    assert.ok([...cloud.networks.ports.values()].every(({ device_owner }) => device_owner === 'network:router_interface'));
    assert.deepEqual(
      [...cloud.images.images.values()].map(({ name }) => name),
      [cloud.image.name],
    );
    assert.ok(cloud.hosts.every(({ gpus }) => gpus.every(({ holder }) => holder === null)));
  });

  test('a host has its GPUs whatever its own id is', async () => {
    const gpus = [0x17, 0x1f].map((bus) => ({ address: `0000:${bus.toString(16)}:00.0`, holder: null }));
    const ids = Array.from({ length: 256 }, (_, n) => `6f0ed2a4-1f3c-4d5e-8a9b-0c1d2e3f40${n.toString(16).padStart(2, '0')}`);
    const hosts = ids.map((id, n) => ({
      ...pretendedHost({ name: `any${n}`, zone: 'gpu', cores: 8, memoryMb: 8_000, diskGb: 100, gpus }),
      id,
    }));
    const { kit } = await openDoubleKit('ours', { hosts });
    try {
      const found = await kit.engine.hosts(new AbortController().signal);
      const lacking = found.filter(({ name, gpus: listed }) => name.startsWith('any') && listed.length !== gpus.length);
      assert.deepEqual([found.length > 256, lacking], [true, []]);
    } finally {
      await kit.close();
    }
  });

  test('a host that nova is told to place nothing on is there, and closed', async () => {
    const of = { zone: 'gpu', cores: 8, memoryMb: 8_000, diskGb: 100, gpus: [] };
    const hosts = [pretendedHost({ name: 'open', ...of }), { ...pretendedHost({ name: 'shut', ...of }), enabled: false }];
    const { kit } = await openDoubleKit('ours', { hosts });
    try {
      const found = new Map((await kit.engine.hosts(new AbortController().signal)).map((host) => [host.name, host]));
      assert.deepEqual([found.get('open')?.reachable, found.get('open')?.withheld], [true, undefined]);
      assert.deepEqual([found.get('shut')?.reachable, found.get('shut')?.withheld], [true, 'closed']);
    } finally {
      await kit.close();
    }
  });

  test('a walk is read as it was written', () => {
    assert.deepEqual(readWalk(writtenWalk(steps)), steps);
  });
});

describe('drift', () => {
  const step = (status: number, body: unknown): Step[] => [{ name: 'x', status, shape: shapeOf(body) }];
  const real = step(200, { a: 1, b: null, c: [{ d: 'x' }], e: [], metadata: { any: 'y' } });

  test('is another status, something that is not there really, or another type', () => {
    assert.equal(driftBetween(real, step(409, { a: 1 })).length, 1);
    assert.equal(driftBetween(real, step(200, { a: 1, z: 1 })).length, 1);
    assert.equal(driftBetween(real, step(200, { a: '1' })).length, 1);
    assert.equal(driftBetween(real, step(200, { c: [{ d: 'x', f: 1 }] })).length, 1);
    assert.equal(driftBetween(real, []).length, 1);
  });

  test('is not what is told less, what is null in one, or what is in a list that was empty', () => {
    for (const body of [{ a: 1 }, { a: null }, { b: 'x' }, { e: [{ g: 1 }] }, { metadata: { other: 'z' } }]) {
      assert.deepEqual(driftBetween(real, step(200, body)), [], JSON.stringify(body));
    }
  });
});
