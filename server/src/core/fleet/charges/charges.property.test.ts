import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fromCad } from '@boreal/contract/values/money.ts';
import type { TransactionGroup } from '@boreal/contract/billing/transaction-groups.ts';
import fc from 'fast-check';
import { MINUTE_MS } from '../../../kit/clock.ts';
import { dateOf } from '../../ground/calendar.rules.ts';
import { startCloud, type Cloud, type Customer } from '../../testing/cloud.ts';
import { setBackupOption } from '../backups/set-backup-option.ts';
import { listGroupLines } from './list-group-lines.ts';
import { listTransactionGroups } from './list-transaction-groups.ts';

const RUNS = Number(process.env['BOREAL_PROPERTY_RUNS'] ?? 4);

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('deploy' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete at once' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), which: fc.nat(5) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 900 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const begin: readonly Step[] = [{ do: 'deploy' }, { do: 'deploy' }, { do: 'delete at once' }, { do: 'pass', minutes: 1600 }];

describe('grouped transactions come to the ledger, to the micro-dollar', () => {
  let cloud: Cloud;
  before(async () => {
    // The clocks go back in this night: a day of 25 hours.
    cloud = await startCloud({ start: new Date('2026-10-31T12:00:00Z'), hosts: { l4: [8, 8] } });
  });
  after(() => cloud.close());

  test('whatever servers did: each day, each group’s lines, and pages of any size, also while charges arrive', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), fc.integer({ min: 1, max: 7 }), async (steps, limit) => {
        const customer = await cloud.customer('5000');
        const ids: string[] = [];
        for (const one of [...begin, ...steps]) await perform(cloud, customer, ids, one);
        const all = await readAll(customer, 1000);
        assert.deepEqual(await readAll(customer, limit), all, `pages of ${limit} are the list`);
        assert.equal(new Set(all.map(({ id }) => id)).size, all.length, 'nothing twice');
        assert.deepEqual(sums(all, dayOfGroup), await movedByDay(cloud, customer), 'each day comes to what the credit changed by');
        await assertDays(customer, all, limit);
        for (const group of all) if (group.kind === 'charges') await assertLines(customer, group, limit);
        assert.ok(all.some((group) => group.kind === 'charges' && group.hours > 1));

        const first = await listTransactionGroups(customer.ctx, { locale: 'en', limit });
        for (const id of ids) if ((await cloud.server(id)).status !== 'DELETED') await customer.remove(id);
        ids.push(await customer.deploy('l4-x1'));
        await cloud.settle();
        const rest = first.nextCursor === null ? [] : await readAll(customer, limit, first.nextCursor);
        const seen = [...first.items, ...rest].map(({ id }) => id);
        assert.equal(new Set(seen).size, seen.length, 'what arrives meanwhile makes nothing appear twice');
        assert.deepEqual(
          all.map(({ id }) => id).filter((id) => !seen.includes(id)),
          [],
          'nor skips anything',
        );
        for (const id of ids) if ((await cloud.server(id)).status !== 'DELETED') await customer.remove(id);
        await cloud.settle();
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});

async function perform(cloud: Cloud, customer: Customer, ids: string[], one: Step): Promise<void> {
  if (one.do === 'deploy' && ids.length < 7) {
    const id = await customer.deploy('l4-x1');
    ids.push(id);
    await cloud.settle();
    if (ids.length % 2 === 0) await setBackupOption(customer.ctx, { serverId: id, enabled: true });
  }
  // Its first hour is refunded: it was never ACTIVE.
  if (one.do === 'delete at once') await customer.remove(await customer.deploy('l4-x1'));
  if (one.do === 'delete') {
    const id = ids[one.which % Math.max(1, ids.length)];
    if (id !== undefined && (await cloud.server(id)).status !== 'DELETED') await customer.remove(id);
  }
  if (one.do === 'pass') await cloud.pass(one.minutes * MINUTE_MS, 30 * MINUTE_MS);
  await cloud.settle();
}

async function readAll(
  { ctx }: Customer,
  limit: number,
  start: string | null = null,
  days: { readonly from?: string; readonly to?: string } = {},
): Promise<TransactionGroup[]> {
  const all: TransactionGroup[] = [];
  for (let cursor = start, pages = 0; pages < 1000; pages += 1) {
    const { items, nextCursor } = await listTransactionGroups(ctx, { locale: 'en', limit, ...days, ...(cursor !== null && { cursor }) });
    assert.ok(items.length <= limit);
    all.push(...items);
    if (nextCursor === null) return all;
    cursor = nextCursor;
  }
  throw new Error('the pages never end');
}

/** Checks each day by itself, all days up to it, and all from it on. */
async function assertDays(customer: Customer, all: readonly TransactionGroup[], limit: number): Promise<void> {
  for (const day of new Set(all.map(dayOfGroup))) {
    for (const days of [{ from: day, to: day }, { to: day }, { from: day }]) {
      const wanted = all.filter((group) => dayOfGroup(group) >= (days.from ?? '') && dayOfGroup(group) <= (days.to ?? '9'));
      assert.deepEqual(await readAll(customer, limit, null, days), wanted, JSON.stringify(days));
    }
  }
}

async function assertLines({ ctx }: Customer, group: Extract<TransactionGroup, { kind: 'charges' }>, limit: number): Promise<void> {
  const { day, serverId } = group;
  const of = { day, ...(serverId !== null && { serverId }) };
  const { items } = await listGroupLines(ctx, of);
  const total = items.reduce((sum, { amount }) => sum + fromCad(amount), 0n);
  assert.equal(total, fromCad(group.amount), `${group.id}: its lines come to it`);
  assert.deepEqual([items.length, items.filter(({ periodStart }) => periodStart !== null).length], [group.lines, group.hours]);
  const { items: first, nextCursor } = await listGroupLines(ctx, { ...of, limit });
  const rest = nextCursor === null ? [] : (await listGroupLines(ctx, { ...of, cursor: nextCursor })).items;
  assert.deepEqual([...first, ...rest], items);
}

const dayOfGroup = (group: TransactionGroup) => (group.kind === 'charges' ? group.day : dateOf(new Date(group.createdAt)));

function sums(groups: readonly TransactionGroup[], keyOf: (group: TransactionGroup) => string): Map<string, bigint> {
  const days = new Map<string, bigint>();
  for (const group of groups) days.set(keyOf(group), (days.get(keyOf(group)) ?? 0n) + fromCad(group.amount));
  return days;
}

/** From the ledger's rows alone, newest first like the groups. */
async function movedByDay(cloud: Cloud, { ctx }: Customer): Promise<Map<string, bigint>> {
  const rows = await cloud.db.sql
    .selectFrom('transfers')
    .selectAll()
    .where('accountId', '=', ctx.accountId)
    .orderBy('seq', 'desc')
    .execute();
  const days = new Map<string, bigint>();
  for (const { debitAccountId, amountMicros, createdAt } of rows) {
    const micros = debitAccountId === ctx.accountId ? -amountMicros : amountMicros;
    days.set(dateOf(createdAt), (days.get(dateOf(createdAt)) ?? 0n) + micros);
  }
  return days;
}
