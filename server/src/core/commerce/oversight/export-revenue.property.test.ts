import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { fromCad } from '@boreal/contract/values/money.ts';
import { RevenueFileBy, RevenueFilePer } from '@boreal/contract/operator/exports.ts';
import { REVENUE_GROUPS_MAX, RevenueSpan, RevenueSums } from '@boreal/contract/operator/oversight.ts';
import fc from 'fast-check';
import { z } from 'zod';
import { MINUTE_MS } from '../../../kit/clock.ts';
import { dateOf, spanOf } from '../../ground/calendar.rules.ts';
import { takeCredit } from '../../money/ledger/ledger.store.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { startCloud, type Cloud } from '../../testing/cloud.ts';
import { setBackupOption } from '../../fleet/backups/set-backup-option.ts';
import { creditAccount } from '../credit-by-hand/credit-account.ts';
import { revenueAsJson } from './export-revenue.ts';
import { keepRevenueDays } from './keep-revenue-days.ts';
import { readRevenueGroups } from './read-revenue-groups.ts';
import { readRevenue } from './read-revenue.ts';

const RUNS = Number(process.env['BOREAL_PROPERTY_RUNS'] ?? 3);
const File = RevenueSums.extend({
  from: z.iso.date(),
  to: z.iso.date(),
  rows: z.array(RevenueSums.extend({ from: z.iso.date(), to: z.iso.date(), id: z.string().nullable(), name: z.string().nullable() })),
});
const COLUMNS = ['usage', 'backups', 'orders', 'refunds', 'losses', 'total'] as const;

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('deploy' as const), plan: fc.constantFrom('l4-x1', 'h100-sxm-x1'), who: fc.nat(2) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('delete at once' as const), plan: fc.constantFrom('l4-x1', 'h100-sxm-x1'), who: fc.nat(2) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('backup' as const), which: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), which: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('keep' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('credit' as const), who: fc.nat(2) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 1600 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

let cloud: Cloud;
before(async () => {
  // A month ends and the clocks go back: a day of 25 hours.
  cloud = await startCloud({ start: new Date('2026-10-30T12:00:00Z'), hosts: { l4: [8, 8], 'h100-sxm': [8] } });
});
after(() => cloud.close());

test('the file comes to the page and to the ledger, by whatever it is told apart, on any days', async () => {
  const customers = [await cloud.customer('9000'), await cloud.customer('9000'), await cloud.customer('9000')];
  const began = dateOf(cloud.clock.now());
  const alive: { id: string; who: number }[] = [];
  const perform = async (one: Step) => {
    if (one.do === 'pass') await cloud.pass(one.minutes * MINUTE_MS, 30 * MINUTE_MS);
    if (one.do === 'keep') await keepRevenueDays(cloud.ctx);
    const customer = 'who' in one ? customers[one.who] : undefined;
    if (customer && one.do === 'credit')
      await creditAccount(cloud.ctx, { accountId: customer.ctx.accountId, amountMicros: 1_000_000n, reason: 'A word' });
    if (customer && (one.do === 'deploy' || one.do === 'delete at once') && alive.length < 8) {
      const id = await customer.deploy(one.plan);
      // A server that was never ACTIVE has its first hour refunded.
      if (one.do === 'deploy') alive.push({ id, who: one.who });
      else await customer.remove(id);
    }
    const target = 'which' in one ? alive[one.which % Math.max(1, alive.length)] : undefined;
    const owner = target && customers[target.who];
    if (target && owner && one.do === 'backup') await setBackupOption(owner.ctx, { serverId: target.id, enabled: true });
    if (target && owner && one.do === 'delete') {
      await owner.remove(target.id);
      alive.splice(alive.indexOf(target), 1);
    }
    await cloud.settle();
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 12 }), fc.nat(6), async (steps, skipped) => {
      for (const one of [{ do: 'deploy', plan: 'l4-x1', who: 0 } as const, ...steps, { do: 'pass', minutes: 130 } as const])
        await perform(one);
      const to = dateOf(cloud.clock.now());
      const page = await readRevenue(cloud.ctx, { by: 'day', periods: 92 });
      const from = [began, dateOf(new Date(cloud.clock.now().getTime() - skipped * 24 * 60 * MINUTE_MS))].toSorted().at(-1) ?? began;
      const shown = page.periods.filter(({ start }) => start >= from);
      const ledger = await earned(from, to);
      for (const by of RevenueFileBy.options)
        for (const span of RevenueSpan.options) {
          const table = await readRevenueGroups(cloud.ctx, { by, span });
          const what = `the page by ${by}, ${span}`;
          assert.equal(fromCad(table.total.total), await earned(table.from, table.to), `${what}: the ledger`);
          for (const column of [...COLUMNS, 'other', 'received'] as const) {
            const ofRows = [...table.rows, ...(table.others ? [table.others] : [])];
            const sum = ofRows.reduce((before, row) => before + fromCad(row[column] ?? 0), 0n);
            assert.equal(sum, fromCad(table.total[column] ?? 0), `${what}: ${column}`);
          }
        }
      for (const by of RevenueFileBy.options)
        for (const per of RevenueFilePer.options) {
          const file = File.parse(JSON.parse(await text(revenueAsJson(cloud.ctx, { by, per, from, to }))));
          const what = `${by}, ${per}, ${from} to ${to}`;
          assert.equal(fromCad(file.total), ledger, `${what}: the ledger`);
          for (const column of [...COLUMNS, ...(by === 'customer' ? (['received'] as const) : [])]) {
            const ofPage = shown.reduce((sum, period) => sum + fromCad(period[column]), 0n);
            const ofRows = file.rows.reduce((sum, row) => sum + fromCad(row[column] ?? 0), 0n);
            assert.equal(fromCad(file[column] ?? 0), ofPage, `${what}: ${column} of the page`);
            assert.equal(ofRows, ofPage, `${what}: ${column} of the rows`);
          }
          for (const { usage, backups, orders, refunds, losses, other, total } of file.rows)
            assert.equal(
              fromCad(total),
              fromCad(usage) + fromCad(backups) + fromCad(orders) + fromCad(other) - fromCad(refunds) - fromCad(losses),
            );
          if (by === 'model' && per === 'day')
            assert.deepEqual(
              file.rows.flatMap((row) => (row.usage > 0 ? [`${row.from} ${row.id}: ${fromCad(row.usage)}`] : [])).toSorted(),
              await usageOfModels(from, to),
              what,
            );
          // Every movement of a server has its model and its customer.
          assert.deepEqual(
            file.rows.filter(({ id }) => id === null),
            [],
            what,
          );
        }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('the page names those who earned the most, and puts all others together', async () => {
  const { length: before } = (await readRevenueGroups(cloud.ctx, { by: 'customer', span: 'this_year' })).rows;
  const many = REVENUE_GROUPS_MAX - before + 3;
  for (let n = 0; n < many; n += 1) {
    const { ctx } = await cloud.customer('1');
    await ctx.transact(async (tx) =>
      takeCredit(tx, ctx, await lockAccount(tx, ctx.accountId), {
        key: `taken ${n}`,
        type: 'adjustment',
        amountMicros: BigInt(n + 1) * 100n,
        against: 'revenue',
        data: { of: 'by_hand', reason: 'A word' },
      }),
    );
  }
  const { rows, others, total } = await readRevenueGroups(cloud.ctx, { by: 'customer', span: 'this_year' });
  assert.deepEqual([rows.length, others?.count], [REVENUE_GROUPS_MAX, 3]);
  assert.deepEqual(
    rows.map((row) => row.total),
    rows.map((row) => row.total).toSorted((a, b) => b - a),
  );
  assert.ok(others && others.total <= (rows.at(-1)?.total ?? 0) * 3);
  assert.equal(
    rows.reduce((sum, row) => sum + fromCad(row.total), fromCad(others.total)),
    fromCad(total.total),
  );
});

/** The sums from the ledger's rows, computed here. */
async function earned(from: string, to: string): Promise<bigint> {
  const { start, end } = spanOf({ from, to });
  assert.ok(start && end);
  const rows = await cloud.db.sql
    .selectFrom('transfers')
    .selectAll()
    .where('createdAt', '>=', start)
    .where('createdAt', '<', end)
    .execute();
  return rows.reduce((sum, { debitAccountId, creditAccountId, amountMicros }) => {
    const into = ['revenue', 'loss'].includes(creditAccountId) ? amountMicros : 0n;
    return sum + into - (['revenue', 'loss'].includes(debitAccountId) ? amountMicros : 0n);
  }, 0n);
}

/** The sums from the hours, computed here: for each day and model that was charged. */
async function usageOfModels(from: string, to: string): Promise<string[]> {
  const hours = await cloud.db.sql
    .selectFrom('usageHours as hour')
    .innerJoin('transfers as t', 't.id', 'hour.transferId')
    .innerJoin('servers', 'servers.id', 'hour.serverId')
    .innerJoin('plans', 'plans.id', 'servers.planId')
    .select(['t.createdAt', 'plans.gpuModel', 'hour.computeMicros', 'hour.backupMicros'])
    .where('t.type', '=', 'usage')
    .execute();
  const sums = new Map<string, bigint>();
  for (const { createdAt, gpuModel, computeMicros, backupMicros } of hours) {
    const day = dateOf(createdAt);
    if (day < from || day > to) continue;
    const key = `${day} ${gpuModel}`;
    sums.set(key, (sums.get(key) ?? 0n) + computeMicros + backupMicros);
  }
  return [...sums].map(([key, micros]) => `${key}: ${micros}`).toSorted();
}
