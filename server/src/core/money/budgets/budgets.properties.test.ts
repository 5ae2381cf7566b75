import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { MINUTE_MS } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors.ts';
import { startCloud, type Cloud, type Customer } from '../../testing/cloud.ts';
import { billingDay, billingMonth } from '../../ground/calendar.rules.ts';
import { setAccountBudget } from './set-account-budget.ts';
import { setServerBudget } from '../../fleet/servers/set-server-budget.ts';

const RUNS = Number(process.env['BOREAL_PROPERTY_RUNS'] ?? 10);

const limit = fc.option(fc.bigInt({ min: 0n, max: 40_000_000n }), { freq: 6 });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('deploy' as const), times: fc.constantFrom(1, 1, 2, 10) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('limit month' as const), limit }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('limit day' as const), limit }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('limit server' as const), which: fc.nat(9), limit }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hibernate' as const), which: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('restore all' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), which: fc.nat(9) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 400 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The limits of a scope (an account's month or day, or a server) over time, latest last. */
type LimitLog = { at: Date; limit: bigint | null }[];

describe('no budget is ever passed by one micro-dollar', () => {
  let cloud: Cloud;
  before(async () => {
    cloud = await startCloud({
      start: new Date('2026-12-30T12:00:00Z'),
      hosts: { 'h100-sxm': [8, 8, 8, 8] },
    });
  });
  after(() => cloud.close());

  test('whatever the order of deployments, restores, hours and changes of limits', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), async (steps) => {
        const customer = await cloud.customer('5000');
        const world: World = { customer, ids: [], month: [], day: [], servers: new Map() };
        for (const one of steps) {
          await perform(cloud, world, one);
          cloud.clock.advance(1);
        }
        await checkCharges(cloud, world);
        for (const id of world.ids) if ((await cloud.server(id)).status !== 'DELETED') await customer.remove(id);
        await cloud.settle();
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});

interface World {
  readonly customer: Customer;
  ids: string[];
  readonly month: LimitLog;
  readonly day: LimitLog;
  readonly servers: Map<string, LimitLog>;
}

async function perform(cloud: Cloud, world: World, one: Step): Promise<void> {
  const { customer, ids } = world;
  const accountId = customer.ctx.accountId;
  const at = cloud.clock.now();
  switch (one.do) {
    case 'deploy': {
      const answers = await Promise.all(Array.from({ length: one.times }, () => allowed(customer.deploy())));
      ids.push(...answers.flatMap((answer) => (answer === null ? [] : [answer.value])));
      return;
    }
    case 'limit month':
      await setAccountBudget(cloud.ctx, { accountId, monthLimitMicros: one.limit });
      world.month.push({ at, limit: one.limit });
      return;
    case 'limit day':
      await setAccountBudget(cloud.ctx, { accountId, dayLimitMicros: one.limit });
      world.day.push({ at, limit: one.limit });
      return;
    case 'limit server': {
      const serverId = ids[one.which % Math.max(1, ids.length)];
      if (serverId === undefined || (await allowed(setServerBudget(customer.ctx, { serverId, monthLimitMicros: one.limit }))) === null)
        return;
      world.servers.set(serverId, [...(world.servers.get(serverId) ?? []), { at, limit: one.limit }]);
      return;
    }
    case 'hibernate':
    case 'delete': {
      const id = ids[one.which % Math.max(1, ids.length)];
      if (id !== undefined) await allowed(one.do === 'delete' ? customer.remove(id) : customer.act(id, 'hibernate'));
      return;
    }
    case 'restore all':
      await Promise.all(ids.map((id) => allowed(customer.act(id, 'hibernate-restore'))));
      return;
    case 'pass':
      return cloud.pass(one.minutes * MINUTE_MS, 20 * MINUTE_MS);
  }
}

/** The outcome of a request that may be refused; null when it was. */
async function allowed<T>(request: Promise<T>): Promise<{ value: T } | null> {
  try {
    return { value: await request };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Sums every charge again from the transfers and usage rows alone and compares each with the limit in force when it was made. */
async function checkCharges(cloud: Cloud, world: World): Promise<void> {
  const { accountId } = world.customer.ctx;
  const transfers = await cloud.db.sql
    .selectFrom('transfers')
    .select(['type', 'amountMicros', 'createdAt'])
    .where('accountId', '=', accountId)
    .where('type', 'in', ['usage', 'refund'])
    .orderBy('seq')
    .execute();
  for (const [log, period] of [
    [world.month, billingMonth],
    [world.day, billingDay],
  ] as const) {
    const spent = new Map<number, bigint>();
    for (const transfer of transfers) {
      const key = period(transfer.createdAt).start.getTime();
      const sum = (spent.get(key) ?? 0n) + (transfer.type === 'refund' ? -transfer.amountMicros : transfer.amountMicros);
      spent.set(key, sum < 0n ? 0n : sum);
      const cap = limitAt(log, transfer.createdAt);
      if (transfer.type === 'usage' && cap !== null) assert.ok(sum <= cap, `${sum} spent of ${cap} at ${transfer.createdAt.toISOString()}`);
    }
  }
  for (const [serverId, log] of world.servers) {
    const spent = new Map<number, bigint>();
    const hours = await cloud.db.sql
      .selectFrom('usageHours')
      .innerJoin('transfers', 'transfers.id', 'usageHours.transferId')
      .select(['periodStart', 'computeMicros', 'transfers.createdAt'])
      .where('usageHours.serverId', '=', serverId)
      .orderBy('periodStart')
      .execute();
    for (const hour of hours) {
      const key = billingMonth(hour.periodStart).start.getTime();
      const sum = (spent.get(key) ?? 0n) + hour.computeMicros;
      spent.set(key, sum);
      const cap = limitAt(log, hour.createdAt);
      if (cap !== null) assert.ok(sum <= cap, `${serverId}: ${sum} spent of ${cap}`);
    }
  }
}

function limitAt(log: LimitLog, at: Date): bigint | null {
  return log.findLast((entry) => entry.at <= at)?.limit ?? null;
}
