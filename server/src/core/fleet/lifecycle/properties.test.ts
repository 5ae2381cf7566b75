import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ServerAction } from '@boreal/contract/servers/servers.ts';
import fc from 'fast-check';
import { HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors.ts';
import { reactivateAccount, suspendAccount } from '../../money/accounts/suspend-account.ts';
import { verifyLedger } from '../../money/verification/verify-ledger.ts';
import { listGpus } from '../capacity/gpus/list-gpus.ts';
import { quarantineGpu } from '../capacity/gpus/set-gpu-aside.ts';
import { checkGpus } from '../../testing/check-gpus.ts';
import { checkPlaceable } from '../../testing/check-rooms.ts';
import { startCloud, type Cloud, type Customer } from '../../testing/cloud.ts';
import { nextConvergeAt } from '../servers/servers.store.ts';
import { owedHours } from '../../testing/owed-hours.ts';

const TICK_MS = 10 * MINUTE_MS;
const RUNS = Number(process.env['BOREAL_PROPERTY_RUNS'] ?? 12);

const fill = fc.record({ do: fc.constant('fill' as const), who: fc.nat(1), plan: fc.constantFrom('h100-sxm-x1-spot', 'h100-sxm-x2-spot') });

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('deploy' as const),
      who: fc.nat(1),
      plan: fc.constantFrom('h100-sxm-x1', 'h100-sxm-x2', 'h100-sxm-x1-spot', 'h100-sxm-x2-spot'),
    }),
  },
  { weight: 1, arbitrary: fill },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('act' as const),
      which: fc.nat(5),
      action: fc.constantFrom<ServerAction>('start', 'stop', 'reboot', 'hibernate', 'hibernate-restore'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), which: fc.nat(5) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 150 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('settle' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('suspend' as const), who: fc.nat(1), suspended: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      kind: fc.constantFrom('boot fails', 'answers lost', 'calls fail', 'host lost', 'guest off', 'gpu dies', 'gpu set aside'),
      which: fc.nat(5),
    }),
  },
);
/** Two in three begin with a pool full of spot servers, whether or not they have started. */
const story = fc
  .tuple(fc.option(fc.tuple(fill, fc.boolean()), { freq: 3 }), fc.array(step, { minLength: 4, maxLength: 24 }))
  .map(([full, steps]): Step[] => [...(full ? [full[0], ...(full[1] ? [{ do: 'settle' } as const] : [])] : []), ...steps]);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

describe('whatever customers, the clock and the engine do', () => {
  let cloud: Cloud;
  let stranger: Customer;
  before(async () => {
    // One host has disks for no more machines than it has GPUs; the other has more disks, and memory for fewer.
    const [small, odd] = [
      { gpus: 2, cores: 48, memoryGb: 400, diskGb: 1800 },
      { gpus: 2, cores: 60, memoryGb: 300, diskGb: { system: 400, work: 2300 } },
    ];
    cloud = await startCloud({ hosts: { 'h100-sxm': [small, odd] } });
    stranger = await cloud.customer('0');
  });
  after(() => cloud.close());

  test('the ledger is zero, no hour is billed twice or missed, no GPU is lost, and every server ends where it was asked to be', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (steps) => {
        const customers = [await cloud.customer('40'), await cloud.customer('9')];
        const owners = new Map<string, Customer>();
        for (const one of steps) {
          await perform(cloud, customers, owners, one);
          await checkGpus(cloud);
          await checkPlaceable(cloud, stranger);
        }
        await heal(cloud, customers, owners);
        await checkInvariants(cloud, [...owners.keys()]);
        for (const [id, owner] of owners) if ((await cloud.server(id)).status !== 'DELETED') await owner.remove(id);
        await cloud.settle();
        assert.equal(await cloud.gpusTaken(), 0);
        assert.deepEqual(await cloud.engine.list(new AbortController().signal), []);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});

async function perform(cloud: Cloud, customers: readonly Customer[], owners: Map<string, Customer>, one: Step): Promise<void> {
  const ids = [...owners.keys()];
  const pick = (which: number) => ids[which % Math.max(1, ids.length)];
  // Outside the block that catches refusals: the worker is never refused anything.
  if (one.do === 'pass') return cloud.pass(one.minutes * MINUTE_MS, TICK_MS);
  if (one.do === 'settle') return cloud.pass(2 * MINUTE_MS);
  try {
    switch (one.do) {
      case 'deploy': {
        const customer = customers[one.who];
        if (customer) owners.set(await customer.deploy(one.plan), customer);
        return;
      }
      case 'fill': {
        // Until it is refused, so that on-demand servers meet a pool full of spot servers.
        const customer = customers[one.who];
        if (!customer) return;
        for (;;) owners.set(await customer.deploy(one.plan), customer);
      }
      case 'act': {
        const id = pick(one.which);
        if (id) await owners.get(id)?.act(id, one.action);
        return;
      }
      case 'delete': {
        const id = pick(one.which);
        if (id) await owners.get(id)?.remove(id);
        return;
      }
      case 'suspend': {
        const accountId = customers[one.who]?.ctx.accountId ?? '';
        if (one.suspended) await suspendAccount(cloud.ctx, { accountId, reason: 'A property' });
        else await reactivateAccount(cloud.ctx, { accountId });
        return;
      }
      case 'fault':
        return await breakSomething(cloud, one.kind, pick(one.which));
    }
  } catch (error) {
    // Refusals are answers; anything else is a bug.
    if (!(error instanceof AppError)) throw error;
  }
}

async function breakSomething(cloud: Cloud, kind: string, serverId: string | undefined): Promise<void> {
  const { faults } = cloud.engine;
  if (kind === 'boot fails') await faults.bootFails({ times: 2 });
  else if (kind === 'answers lost') await faults.answersLost({ times: 3 });
  else if (kind === 'calls fail') await faults.callsFail({ times: 3 });
  else if (kind === 'host lost') await faults.hostLost('h100-sxm-0');
  else if (kind === 'gpu dies') await faults.gpuDies({ hostName: 'h100-sxm-0', slot: 0 });
  else if (kind === 'gpu set aside') await setAside(cloud);
  else if (serverId !== undefined && (await cloud.server(serverId)).status === 'ACTIVE') await faults.guestPowersOff(serverId);
}

async function setAside({ ctx, clock }: Cloud): Promise<void> {
  const [gpu] = await listGpus(ctx.db.sql);
  if (gpu) await quarantineGpu(ctx, { hostId: gpu.hostId, slot: gpu.slot, reason: { type: 'by_hand', note: 'A property' } });
  // Whatever is sold next is sold at a later time.
  clock.advance(1);
}

/** Faults and suspensions end, machines that did not start are rebooted, and enough time passes for all work to finish. */
async function heal(cloud: Cloud, customers: readonly Customer[], owners: ReadonlyMap<string, Customer>): Promise<void> {
  await cloud.engine.faults.clear();
  await cloud.engine.faults.hostBack('h100-sxm-0');
  for (const { ctx } of customers) await reactivateAccount(cloud.ctx, { accountId: ctx.accountId });
  for (const [id, owner] of owners) {
    const { status, waitReason, firstActiveAt } = await cloud.server(id);
    if (status === 'ERROR' && firstActiveAt !== null && waitReason === 'BOOT_FAILED') await owner.act(id, 'reboot');
  }
  await cloud.pass(HOUR_MS, TICK_MS);
  // The last minute may have begun something.
  for (let n = 0; n < 5 && (await nextConvergeAt(cloud.db.sql)) !== null; n += 1) await cloud.pass(3 * MINUTE_MS);
}

async function checkInvariants(cloud: Cloud, ids: readonly string[]): Promise<void> {
  for (const check of await verifyLedger(cloud.db.sql)) assert.deepEqual(check.broken, [], check.name);
  let gpus = 0;
  for (const id of ids) {
    const server = await cloud.server(id);
    assert.equal(server.task, null, `${id} is still ${server.task}`);
    assert.equal(server.convergeAt, null, `${id} has work left`);
    const machine = await cloud.engine.observe(id, new AbortController().signal);
    const expected = { ACTIVE: 'running', STOPPED: 'stopped', HIBERNATED: 'hibernated', DELETED: 'absent' };
    if (server.status === 'ERROR') assert.equal(server.firstActiveAt, null, `${id} did not recover`);
    else
      assert.equal(machine.power, Object.entries(expected).find(([status]) => status === server.status)?.[1], `${id} is ${server.status}`);
    gpus += await cloud.gpusTaken(id);
    const { billed, owed, refunded, owedRefunds } = await owedHours(cloud, id);
    assert.deepEqual(billed, owed, `hours of ${id}`);
    assert.deepEqual(refunded, owedRefunds, `refunds of ${id}`);
  }
  assert.equal(await cloud.gpusTaken(), gpus);
}
