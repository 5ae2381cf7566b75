import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { z } from 'zod';
import { lab as furniture, OVERCOMMITTED } from '../../dev/incus/furnish.ts';
import { whyNoLab, type Lab } from '../../dev/incus/lab.ts';
import { createIncusClient } from '../../server/src/engines/incus/client/incus-client.ts';
import { startTestLab } from '../../server/src/engines/incus/testing/test-lab.ts';
import { systemClock } from '../../server/src/kit/clock.ts';
import { until } from '../testing/boreal-process.ts';
import { startIncusCloud, type IncusCloud } from '../testing/incus-cloud.ts';

const why = await whyNoLab();

const NOTICED_WITHIN_MS = 60_000;
const BACK_WITHIN_MS = 120_000;
const Instance = z.object({ config: z.record(z.string(), z.string()) });
const Made = z.object({ id: z.string() });
const Hosts = z.object({ items: z.array(z.object({ engine: z.string(), name: z.string() })) });

describe('two boxes that are no cluster, sold by one Boreal', why === null ? {} : { skip: why }, () => {
  let toronto: Lab;
  let cloud: IncusCloud;
  before(async () => {
    toronto = await startTestLab();
    cloud = await startIncusCloud({ besides: { toronto } });
    await cloud.operate('region', 'add', 'canada-toronto', '--name', 'Toronto', '--country', 'CA', '--timezone', 'America/Toronto');
    await cloud.operate('pool', 'add', 'toronto', '--model', 'l4', '--engine', 'toronto', '--region', 'canada-toronto', '--without-gpus');
    const { items } = Hosts.parse(JSON.parse(await cloud.operate('engine', 'hosts', '--json')));
    const names = items.map(({ name }) => name);
    assert.deepEqual(items.map(({ engine }) => engine).toSorted(), ['incus', 'toronto']);
    assert.equal(new Set(names).size, 1, 'both boxes call themselves the same');
    const host = await cloud.operate('host', 'add', names[0] ?? '', '--pool', 'toronto', '--gpus', '4', '--json');
    await cloud.operate('host', 'limit', Made.parse(JSON.parse(host)).id, ...OVERCOMMITTED);
    await cloud.operate('address', 'add', '10.77.0.4-10.77.0.9', '--engine', 'toronto');
    await cloud.operate('address', 'add', 'fd42:77::3000-fd42:77::3009', '--engine', 'toronto');
  });
  after(async () => {
    try {
      await cloud.close();
    } finally {
      await toronto.stop();
    }
  });

  const deployInToronto = async (name: string) => {
    const [sshKey] = await cloud.send({ path: '/settings/ssh-keys' }, { data: z.array(Made) });
    const json = { productId: 'l4-x1', sshKeyId: sshKey?.id, name, region: 'canada-toronto' };
    return (await cloud.send({ method: 'POST', path: '/servers', json }, { status: 201, data: Made })).id;
  };
  const remove = (id: string) => cloud.send({ method: 'DELETE', path: `/servers/${id}` }, { data: z.object({}) });

  test('each has what it needs, and is checked by itself', async () => {
    assert.match(await cloud.operate('engine', 'check', '--engine', 'incus'), /has all that it needs/);
    assert.match(await cloud.operate('engine', 'check', '--engine', 'toronto'), /has all that it needs/);
  });

  test('make machines of their own, and one that loses its power takes nothing from the other', async () => {
    const [here, there] = [await cloud.deploy('here'), await deployInToronto('there')];
    const [inMontreal, inToronto] = [await cloud.rests(here, 'ACTIVE'), await cloud.rests(there, 'ACTIVE')];
    assert.equal(await cloud.ssh(inMontreal.ipv4 ?? '', 'hostname'), here.replace('_', '-'));
    assert.match(inToronto.ipv4 ?? '', /^10\.77\.0\.[4-9]$/);

    await toronto.cutPower();
    await until(
      'the server of the dead box is in ERROR',
      NOTICED_WITHIN_MS,
      () => cloud.server(there),
      ({ status }) => status === 'ERROR',
    );
    assert.equal((await cloud.server(here)).status, 'ACTIVE');
    const second = await cloud.deploy('meanwhile');
    await cloud.rests(second, 'ACTIVE');
    await cloud.act(here, 'hibernate');
    await cloud.rests(here, 'HIBERNATED');

    await toronto.releaseIncus();
    await until(
      'it is back',
      BACK_WITHIN_MS,
      () => cloud.server(there),
      ({ status, task }) => status === 'ACTIVE' && task === null,
    );
    for (const id of [here, there, second]) await remove(id);
    await cloud.nothingIsLeft();
    await cloud.operate('ledger', 'verify');
  });

  test('a copy on the other box is neither believed nor removed, also when the server is deleted', async () => {
    const id = await cloud.deploy('original');
    await cloud.rests(id, 'ACTIVE');
    const name = id.replace('_', '-');
    const path = `/1.0/instances/${name}`;
    const signal = AbortSignal.timeout(60_000);
    const { value: original } = await cloud.client.read(path, Instance, signal);
    const marks = Object.fromEntries(Object.entries(original.config).filter(([key]) => key.startsWith('user.')));
    const other = createIncusClient({ socketPath: toronto.socketPath }, { clock: systemClock(), project: 'default' });
    const devices = { root: { type: 'disk', path: '/', pool: furniture.storagePool } };
    const copy = { name, type: 'container', config: marks, devices, source: { type: 'image', alias: furniture.image } };
    await other.change({ method: 'POST', path: '/1.0/instances', body: copy }, { ms: 60_000, signal });
    await until(
      'the log tells of the copy',
      NOTICED_WITHIN_MS,
      async () => cloud.boreal.stderr().includes('is on another engine') || cloud.boreal.stdout().includes('is on another engine'),
    );
    assert.equal((await cloud.server(id)).status, 'ACTIVE', 'the machine that is not running there is not the server’s');
    await remove(id);
    await cloud.nothingIsLeft();
    assert.ok(await other.find(path, Instance, signal), 'the copy is left to the operator');
    await other.change({ method: 'DELETE', path }, { ms: 60_000, signal });
    other.close();
  });
});
