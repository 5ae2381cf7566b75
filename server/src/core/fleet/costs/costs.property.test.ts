import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { CostsBy } from '@boreal/contract/billing/costs.ts';
import { fromCad } from '@boreal/contract/values/money.ts';
import fc from 'fast-check';
import { MINUTE_MS } from '../../../kit/clock.ts';
import { startCloud, type Cloud, type Customer } from '../../testing/cloud.ts';
import { dateOf, spanOf } from '../../ground/calendar.rules.ts';
import { setBackupOption } from '../backups/set-backup-option.ts';
import { describeServer } from '../servers/descriptions/describe-server.ts';
import { sumByServer } from './costs.store.ts';
import { getCosts } from './get-costs.ts';

const RUNS = Number(process.env['BOREAL_PROPERTY_RUNS'] ?? 5);

const which = fc.nat(9);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('deploy' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('backup' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('label' as const), which, value: fc.constantFrom('a', 'b', 'é') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hibernate' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restore' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete at once' as const) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 800 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const begin: readonly Step[] = [{ do: 'deploy' }, { do: 'deploy' }, { do: 'backup', which: 0 }];
const last: Step = { do: 'pass', minutes: 200 };

describe('costs come to the ledger, to the micro-dollar', () => {
  let cloud: Cloud;
  before(async () => {
    // The clocks go back in this night: a day of 25 hours.
    cloud = await startCloud({ start: new Date('2026-10-31T12:00:00Z'), hosts: { l4: [8, 8] } });
  });
  after(() => cloud.close());

  test('whatever servers did, by whatever they are told apart, on any days', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), fc.nat(3), async (steps, skipped) => {
        const customer = await cloud.customer('5000');
        const began = cloud.clock.now();
        const ids: string[] = [];
        // At least two, one with backups, so that one transfer covers several servers' hours.
        for (const one of [...begin, ...steps, last]) await perform(cloud, customer, ids, one);
        const to = dateOf(cloud.clock.now());
        const from = later(dateOf(began), dateOf(new Date(cloud.clock.now().getTime() - skipped * 24 * 60 * MINUTE_MS)));
        const owed = await model(cloud, customer, { from, to });
        for (const by of CostsBy.options) {
          const costs = await getCosts(customer.ctx, { by, from, to });
          const sum = costs.rows.reduce((all, { total }) => all + fromCad(total), 0n);
          assert.equal(fromCad(costs.total), owed.total, `${by}: the total`);
          assert.equal(sum, owed.total, `${by}: the rows`);
          for (const { servers, backups, orders, refunds, total } of costs.rows)
            assert.equal(fromCad(total), fromCad(servers) + fromCad(backups) + fromCad(orders) - fromCad(refunds));
        }
        const { start, end } = spanOf({ from, to });
        assert.ok(start && end);
        const span = { accountId: customer.ctx.accountId, start, end };
        assert.deepEqual(await sumByServer(cloud.db.sql, span, 'clocks'), await sumByServer(cloud.db.sql, span, 'time'), 'either way');
        const byServer = await getCosts(customer.ctx, { by: 'server', from, to });
        assert.deepEqual(new Map(byServer.rows.map(({ id, total }) => [id, fromCad(total)])), owed.servers);
        for (const id of ids) if ((await cloud.server(id)).status !== 'DELETED') await customer.remove(id);
        await cloud.settle();
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});

async function perform(cloud: Cloud, customer: Customer, ids: string[], one: Step): Promise<void> {
  const alive: string[] = [];
  for (const id of ids) if ((await cloud.server(id)).status !== 'DELETED') alive.push(id);
  const target = 'which' in one ? alive[one.which % Math.max(1, alive.length)] : undefined;
  const status = target === undefined ? null : (await cloud.server(target)).status;
  if (one.do === 'deploy' && alive.length < 6) ids.push(await customer.deploy('l4-x1'));
  if (one.do === 'pass') await cloud.pass(one.minutes * MINUTE_MS, 30 * MINUTE_MS);
  if (one.do === 'delete at once' && alive.length < 6) {
    // Its first hour is refunded: it was never ACTIVE.
    const id = await customer.deploy('l4-x1');
    ids.push(id);
    await customer.remove(id);
  }
  if (target !== undefined && status !== null) {
    if (one.do === 'backup') await setBackupOption(customer.ctx, { serverId: target, enabled: true });
    if (one.do === 'label') await describeServer(customer.ctx, { serverId: target, labels: [{ key: 'project', value: one.value }] });
    if (one.do === 'hibernate' && status === 'ACTIVE') await customer.act(target, 'hibernate');
    if (one.do === 'restore' && status === 'HIBERNATED') await customer.act(target, 'hibernate-restore');
    if (one.do === 'delete') await customer.remove(target);
  }
  await cloud.settle();
}

/** The sums from the ledger's rows, read in full and computed here: each transfer belongs to its own server, or to those of its hours. */
async function model(cloud: Cloud, { ctx }: Customer, days: { from: string; to: string }) {
  const { start, end } = spanOf(days);
  assert.ok(start && end);
  const transfers = await cloud.db.sql.selectFrom('transfers').selectAll().where('accountId', '=', ctx.accountId).execute();
  const hours = await cloud.db.sql.selectFrom('usageHours').selectAll().where('accountId', '=', ctx.accountId).execute();
  const servers = new Map<string | null, bigint>();
  const add = (id: string | null, micros: bigint) => servers.set(id, (servers.get(id) ?? 0n) + micros);
  let total = 0n;
  for (const { id, serverId, createdAt, debitAccountId, creditAccountId, amountMicros } of transfers) {
    if (createdAt < start || createdAt >= end || (debitAccountId !== 'revenue' && creditAccountId !== 'revenue')) continue;
    const micros = creditAccountId === 'revenue' ? amountMicros : -amountMicros;
    total += micros;
    const own = hours.filter(({ transferId }) => transferId === id);
    if (serverId !== null || own.length === 0) add(serverId, micros);
    else for (const hour of own) add(hour.serverId, hour.computeMicros + hour.backupMicros);
  }
  return { total, servers };
}

const later = (a: string, b: string) => (a > b ? a : b);
