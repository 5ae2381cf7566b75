import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { Engine } from '../../../../engines/engine.ts';
import { startCloud, type Cloud, type Customer } from '../../../testing/cloud.ts';
import { verifyLedger } from '../../../money/verification/verify-ledger.ts';
import { addHost } from '../../capacity/hosts/add-host.ts';
import { listGpus } from '../../capacity/gpus/list-gpus.ts';
import { listHosts } from '../../capacity/hosts/list-hosts.ts';
import { quarantineGpu } from '../../capacity/gpus/set-gpu-aside.ts';
import { watchMachines } from './watch-machines.ts';

const DEVICES = ['0000:17:00.0', '0000:1f:00.0', '0000:27:00.0', '0000:2f:00.0'] as const;
const [A, B, C, D] = DEVICES;

describe('an engine that chooses which of a host’s GPUs a machine gets', () => {
  let cloud: Cloud;
  let customer: Customer;
  let hostId: string;
  let given: Map<string, readonly string[]>;
  beforeEach(async () => {
    cloud = await startCloud({ hosts: { 'h100-sxm': [1] } });
    given = new Map();
    await cloud.db.sql.updateTable('hosts').set({ state: 'offline' }).execute();
    const poolId = (await listHosts(cloud.db.sql))[0]?.poolId ?? '';
    hostId = (await addHost(cloud.ctx, { poolId, name: 'named', gpuCount: 4, devices: [...DEVICES] })).id;
    customer = await cloud.customer('1000');
  });
  afterEach(async () => {
    for (const { broken, name } of await verifyLedger(cloud.db.sql)) assert.deepEqual(broken, [], name);
    await cloud.close();
  });

  const look = () => {
    const list: Engine['list'] = async (signal) =>
      (await cloud.engine.list(signal)).map((machine) => {
        const devices = given.get(machine.serverId);
        return { ...machine, ...(devices && { devices }) };
      });
    return watchMachines(cloud.ctx, { ...cloud.engine, list });
  };
  const deployed = async (plan = 'h100-sxm-x1') => {
    const id = await customer.deploy(plan);
    await cloud.settle();
    return id;
  };
  const held = async () =>
    Object.fromEntries((await listGpus(cloud.db.sql, { hostId, setAside: false })).map(({ device, serverId }) => [device, serverId]));

  test('has that written down, and as many are sold as before', async () => {
    const id = await deployed();
    assert.deepEqual(await held(), { [A]: id, [B]: null, [C]: null, [D]: null });
    given.set(id, [C]);
    assert.deepEqual((await look()).undeclared, []);
    assert.deepEqual(await held(), { [A]: null, [B]: null, [C]: id, [D]: null });
    // The simulated engine uses the GPUs that it is told: what is sold next is not made on this one.
    const other = await customer.deploy('h100-sxm-x2');
    assert.deepEqual(await held(), { [A]: other, [B]: other, [C]: id, [D]: null });
  });

  test('may have given each what another was sold', async () => {
    const [one, two, three] = [await deployed(), await deployed(), await deployed()];
    for (const [id, device] of [
      [one, B],
      [two, C],
      [three, A],
    ] as const)
      given.set(id, [device]);
    await look();
    assert.deepEqual(await held(), { [A]: three, [B]: one, [C]: two, [D]: null });
  });

  test('of a machine with several, those that are right stay', async () => {
    const id = await deployed('h100-sxm-x2');
    given.set(id, [D, B]);
    await look();
    assert.deepEqual(await held(), { [A]: null, [B]: id, [C]: null, [D]: id });
  });

  test('gives one that is set aside: it is known who has it, and the one that is free instead is sold', async () => {
    await quarantineGpu(cloud.ctx, { hostId, slot: 3, reason: { type: 'by_hand', note: 'fans' } });
    const id = await deployed();
    given.set(id, [D]);
    await look();
    assert.deepEqual(await held(), { [A]: null, [B]: null, [C]: null, [D]: id });
    const { rows } = await sql<{ sound: boolean }>`
      select taken_at <= state_since as sound from gpus where host_id = ${hostId} and slot = 3`.execute(cloud.db.sql);
    assert.deepEqual(rows, [{ sound: true }]);
    const rest = [await customer.deploy('h100-sxm-x2'), await customer.deploy('h100-sxm-x1')];
    assert.deepEqual(new Set(Object.values(await held())), new Set([id, ...rest]));
    await assert.rejects(customer.deploy('h100-sxm-x1'), { code: 'PLAN_NOT_AVAILABLE' });
  });

  test('of which one is not declared, or there are fewer than were sold: nothing is guessed, and that is told', async () => {
    const id = await deployed('h100-sxm-x2');
    const before = await held();
    for (const devices of [[A, '0000:99:00.0'], [C]]) {
      given.set(id, devices);
      assert.deepEqual((await look()).undeclared, [id]);
      assert.deepEqual(await held(), before);
    }
  });

  test('and a server that has been removed meanwhile gets nothing back', async () => {
    const id = await deployed();
    given.set(id, [C]);
    await customer.remove(id);
    await cloud.settle();
    await look();
    assert.deepEqual(await held(), { [A]: null, [B]: null, [C]: null, [D]: null });
  });
});
