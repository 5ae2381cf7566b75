import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { BACKUP_MONTHLY_MICROS } from '@boreal/contract/servers/backups.ts';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connect.ts';
import { addMs, HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { setBackupOption } from '../../fleet/backups/set-backup-option.ts';
import { setServerBudget } from '../../fleet/servers/set-server-budget.ts';
import { setPrice } from '../prices/set-price.ts';
import { startCloud, type Cloud, type Customer } from '../../testing/cloud.ts';
import { adviceOn } from '@boreal/contract/billing/ledger-checks.ts';
import { verifyLedger } from './verify-ledger.ts';
import { verifyOwed } from './verify-owed.ts';

const CAD = 1_000_000n;
const RATE = 3_990_000n;
/** The part of an hour for backups. */
const PART = (Number((BACKUP_MONTHLY_MICROS * 2n + 730n) / 1460n) / 1e6).toFixed(4);

/** Rolls back what a test has broken. */
class Undone extends Error {}

describe('the proof of what was owed', () => {
  let cloud: Cloud;
  let customer: Customer;
  before(async () => {
    cloud = await startCloud({ hosts: { 'h100-sxm': [16] } });
    customer = await cloud.customer('10000');
  });
  after(async () => {
    try {
      await holds();
    } finally {
      await cloud.close();
    }
  });

  const holds = async () => {
    for (const check of await verifyLedger(cloud.db.sql)) assert.deepEqual(check.broken, [], check.name);
  };

  /** A server that has run for five and a half hours, all of them billed. */
  async function ran(plan = 'h100-sxm-x1'): Promise<{ id: string; at: Date }> {
    const id = await customer.deploy(plan);
    await cloud.settle();
    const at = (await cloud.server(id)).firstActiveAt ?? new Date(0);
    cloud.clock.moveTo(addMs(at, 5.5 * HOUR_MS));
    await cloud.meter();
    return { id, at };
  }

  /** What the proof says about a corrupted database: the broken promises, and the rows that break them. */
  async function spoiled(spoil: (tx: Tx) => Promise<unknown>): Promise<Record<string, readonly string[]>> {
    let found: Record<string, readonly string[]> = {};
    await assert.rejects(
      cloud.ctx.transact(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx);
        await spoil(tx);
        const broken = (await verifyOwed(tx)).filter((check) => check.broken.length > 0);
        for (const { name } of broken) assert.ok(adviceOn(name) !== null, name);
        found = Object.fromEntries(broken.map((check) => [check.name, check.broken]));
        throw new Undone();
      }),
      Undone,
    );
    return found;
  }

  const hour = (at: Date, n: number) => addMs(at, n * HOUR_MS).toISOString();
  const BILLED = 'every hour of every clock that ran is billed, and no other hour is';
  const PRICED = 'every hour is billed at the price in force when it began';
  const CLOCKS = 'the clock of every server ran as the history of the server says';
  const STATUS = 'no server runs without its clock, and no clock without its server';
  const BACKUPS = 'every hour has its part of the backups that were on, and no month more than their price';
  const BUDGETS = 'what counts against budgets is what was charged, less its refunds';
  const REFUNDS = 'what servers lost of their paid hours is refunded, and nothing else';

  test('names each hour that is missing and what it is worth, the first and the last too', async () => {
    const { id, at } = await ran();
    await holds();
    for (const n of [0, 3, 5]) {
      const found = await spoiled((tx) =>
        tx
          .deleteFrom('usageHours')
          .where('serverId', '=', id)
          .where('periodStart', '=', addMs(at, n * HOUR_MS))
          .execute(),
      );
      assert.deepEqual(found, { [BILLED]: [`${id} ${hour(at, n)} −3.99 CAD`] });
    }
    const all = await spoiled((tx) => tx.deleteFrom('usageHours').where('serverId', '=', id).execute());
    assert.equal(all[BILLED]?.length, 6);
    await customer.remove(id);
  });

  test('names an hour that no clock ran: after the end, before the beginning, and beside the hour', async () => {
    const { id, at } = await ran();
    for (const start of [addMs(at, 6 * HOUR_MS), addMs(at, -HOUR_MS), addMs(at, 90 * MINUTE_MS)]) {
      const found = await spoiled((tx) =>
        sql`insert into usage_hours select ${start}, server_id, account_id, transfer_id, rate_micros, compute_micros, backup_micros
          from usage_hours where server_id = ${id} and period_start = ${addMs(at, HOUR_MS)}`.execute(tx),
      );
      assert.deepEqual(found[BILLED], [`${id} ${start.toISOString()} +3.99 CAD`]);
    }
    // An hour moved within its run is missing in one place and surplus in the other.
    const moved = await spoiled((tx) =>
      tx
        .updateTable('usageHours')
        .set({ periodStart: addMs(at, 2 * HOUR_MS + 1) })
        .where('serverId', '=', id)
        .where('periodStart', '=', addMs(at, 2 * HOUR_MS))
        .execute(),
    );
    assert.deepEqual(moved[BILLED], [`${id} ${hour(at, 2)} −3.99 CAD`, `${id} ${addMs(at, 2 * HOUR_MS + 1).toISOString()} +3.99 CAD`]);
    await customer.remove(id);
  });

  test('names an hour at another price than was in force: list, own, of the first hour, and after prices were tampered with', async () => {
    const { id, at } = await ran();
    for (const n of [0, 2]) {
      const found = await spoiled((tx) =>
        tx
          .updateTable('usageHours')
          .set({ rateMicros: CAD, computeMicros: CAD })
          .where('serverId', '=', id)
          .where('periodStart', '=', addMs(at, n * HOUR_MS))
          .execute(),
      );
      assert.deepEqual(found, { [PRICED]: [`${id} ${hour(at, n)} 1.00 CAD ≠ 3.99 CAD`] });
    }
    const own = await spoiled((tx) =>
      tx
        .insertInto('prices')
        .values({
          planId: 'h100-sxm-x1',
          accountId: customer.ctx.accountId,
          validFrom: addMs(at, 4 * HOUR_MS),
          hourlyMicros: 2n * CAD,
          monthlyMicros: null,
          annualMicros: null,
          createdAt: at,
        })
        .execute(),
    );
    assert.deepEqual(
      own[PRICED],
      [4, 5].map((n) => `${id} ${hour(at, n)} 3.99 CAD ≠ 2.00 CAD`),
    );
    const none = await spoiled((tx) => tx.deleteFrom('prices').where('planId', '=', 'h100-sxm-x1').execute());
    assert.ok(none[PRICED]?.includes(`${id} ${hour(at, 1)} 3.99 CAD ≠ ?`));
    await customer.remove(id);
  });

  test('names an hour whose backups cost too much, too little, or anything while they were off, and a month above their price', async () => {
    const { id, at } = await ran();
    cloud.clock.moveTo(addMs(at, 5.75 * HOUR_MS));
    await setBackupOption(customer.ctx, { serverId: id, enabled: true });
    cloud.clock.moveTo(addMs(at, 9.5 * HOUR_MS));
    await cloud.meter();
    cloud.clock.moveTo(addMs(at, 9.75 * HOUR_MS));
    await setBackupOption(customer.ctx, { serverId: id, enabled: false, confirmDeleteBackups: true });
    cloud.clock.moveTo(addMs(at, 11.5 * HOUR_MS));
    await cloud.meter();
    await holds();
    const costs = (n: number, micros: bigint) => (tx: Tx) =>
      tx
        .updateTable('usageHours')
        .set({ backupMicros: micros })
        .where('serverId', '=', id)
        .where('periodStart', '=', addMs(at, n * HOUR_MS))
        .execute();
    assert.deepEqual(await spoiled(costs(7, 0n)), { [BACKUPS]: [`${id} ${hour(at, 7)} 0.00 CAD ≠ ${PART} CAD`] });
    assert.deepEqual(await spoiled(costs(7, CAD)), { [BACKUPS]: [`${id} ${hour(at, 7)} 1.00 CAD ≠ ${PART} CAD`] });
    for (const n of [3, 11])
      assert.deepEqual(await spoiled(costs(n, 10_000n)), { [BACKUPS]: [`${id} ${hour(at, n)} 0.01 CAD ≠ 0.00 CAD`] });
    assert.ok((await spoiled(costs(8, BACKUP_MONTHLY_MICROS)))[BACKUPS]?.includes(`${id} ${hour(at, 7)} ${PART} CAD ≠ ${PART} CAD`));
    assert.ok((await spoiled((tx) => tx.deleteFrom('backupOptions').where('serverId', '=', id).execute()))[BACKUPS]);
    await customer.remove(id);
  });

  test('takes a first hour at any price of the minutes before its charge, because the sale had read it, and at no other', async () => {
    const { accountId } = customer.ctx;
    const planId = 'h100-sxm-x4';
    await setPrice(cloud.ctx, { planId, accountId, hourlyMicros: 9n * CAD });
    cloud.clock.moveTo(addMs(cloud.clock.now(), MINUTE_MS));
    const id = await customer.deploy(planId);
    const charged = cloud.clock.now();
    await cloud.settle();
    const none = { planId, accountId, monthlyMicros: null, annualMicros: null, createdAt: charged };
    const cheaper = { ...none, validFrom: charged, hourlyMicros: CAD };
    assert.deepEqual(await spoiled((tx) => tx.insertInto('prices').values(cheaper).execute()), {});
    const longSince = { ...none, validFrom: addMs(charged, -HOUR_MS), hourlyMicros: CAD };
    const found = await spoiled(async (tx) => {
      await tx.deleteFrom('prices').where('planId', '=', planId).where('accountId', '=', accountId).execute();
      await tx.insertInto('prices').values(longSince).execute();
    });
    assert.match(String(found[PRICED]), / 9\.00 CAD ≠ 1\.00 CAD$/);
    await customer.remove(id);
  });

  test('finds what an old meter passed over, which knew list prices alone', async () => {
    const { accountId } = customer.ctx;
    const { id, at } = await ran('h100-sxm-x2');
    await setPrice(cloud.ctx, { planId: 'h100-sxm-x2', accountId, hourlyMicros: 6n * CAD });
    cloud.clock.moveTo(addMs(at, 8 * HOUR_MS));
    // The meter moves its mark as if nothing were due.
    const found = await spoiled((tx) => tx.updateTable('meterMarks').set({ billedThrough: cloud.clock.now() }).execute());
    assert.deepEqual(
      found[BILLED],
      [6, 7, 8].map((n) => `${id} ${hour(at, n)} −6.00 CAD`),
    );
    await cloud.meter();
    await holds();
    await customer.remove(id);
  });

  test('finds a clock that somebody stopped, lost, moved, or left running, though the hours agree with it', async () => {
    const { id, at } = await ran();
    const runs = (tx: Tx) => tx.updateTable('clockRuns').where('serverId', '=', id);
    const later = (tx: Tx, n: number) =>
      tx
        .deleteFrom('usageHours')
        .where('serverId', '=', id)
        .where('periodStart', '>=', addMs(at, n * HOUR_MS))
        .execute();

    const stopped = await spoiled(async (tx) => {
      await runs(tx)
        .set({ stopsAt: addMs(at, 2 * HOUR_MS), open: false })
        .execute();
      await later(tx, 2);
    });
    assert.deepEqual(stopped[CLOCKS], [`${id} run 1 end: – ≠ ${hour(at, 2)}`]);
    assert.deepEqual(stopped[STATUS], [`${id} ACTIVE −`]);

    const lost = await spoiled(async (tx) => {
      await tx.deleteFrom('clockRuns').where('serverId', '=', id).execute();
      await later(tx, 0);
    });
    assert.deepEqual(lost[CLOCKS], [`${id} run 1 ${hour(at, 0)}: −`]);

    const closed = await spoiled((tx) => runs(tx).set({ open: false }).execute());
    assert.deepEqual(closed, { [STATUS]: [`${id} ACTIVE −`] });

    await customer.act(id, 'hibernate');
    await cloud.settle();
    const running = await spoiled((tx) => runs(tx).set({ stopsAt: null, open: true }).execute());
    assert.deepEqual(running[STATUS], [`${id} HIBERNATED +`]);
    assert.match(running[CLOCKS]?.[0] ?? '', /run 1 end: \S+ ≠ –$/);
    await customer.remove(id);
  });

  test('finds a refund that is missing, too small, or of nothing', async () => {
    const { id, at } = await ran();
    await cloud.engine.faults.hostLost('h100-sxm-0');
    await cloud.pass(2 * MINUTE_MS);
    assert.equal((await cloud.server(id)).status, 'ERROR');
    await holds();
    const { amountMicros } = await cloud.db.sql
      .selectFrom('usageRefunds')
      .select('amountMicros')
      .where('serverId', '=', id)
      .executeTakeFirstOrThrow();
    const gone = await spoiled((tx) => tx.deleteFrom('usageRefunds').where('serverId', '=', id).execute());
    assert.match(gone[REFUNDS]?.[0] ?? '', new RegExp(`^${id} ${hour(at, 5)} −1\\.\\d+ CAD$`));
    const small = await spoiled((tx) =>
      tx
        .updateTable('usageRefunds')
        .set({ amountMicros: amountMicros - CAD })
        .where('serverId', '=', id)
        .execute(),
    );
    assert.deepEqual(small, { [REFUNDS]: [`${id} ${hour(at, 5)} −1.00 CAD`] });
    const twice = await spoiled((tx) =>
      sql`insert into usage_refunds (server_id, run_number, period_start, transfer_id, amount_micros, reason, created_at)
        select server_id, run_number, ${addMs(at, HOUR_MS)}, 'txn_other', ${RATE}::bigint, reason, created_at from usage_refunds where server_id = ${id}`.execute(
        tx,
      ),
    );
    assert.deepEqual(twice, { [REFUNDS]: [`${id} ${hour(at, 1)} +3.99 CAD`] });
    await cloud.engine.faults.hostBack('h100-sxm-0');
    await cloud.pass(30 * MINUTE_MS);
    await customer.remove(id);
    await cloud.settle();
  });

  test('takes for free only what has its reason: an hour that was not paid ends there, however late the meter came', async () => {
    const poor = await cloud.customer('12');
    const id = await poor.deploy();
    await cloud.settle();
    const at = (await cloud.server(id)).firstActiveAt ?? new Date(0);
    // Two hours are paid besides the first; the meter was down for nine.
    cloud.clock.moveTo(addMs(at, 9 * HOUR_MS + MINUTE_MS));
    await cloud.meter();
    await cloud.settle();
    assert.equal((await cloud.server(id)).status, 'HIBERNATED');
    await holds();
    const free = await cloud.db.sql.selectFrom('unchargedHours').select(['periodStart', 'reason']).where('serverId', '=', id).execute();
    assert.deepEqual(free, [{ periodStart: addMs(at, 3 * HOUR_MS), reason: 'CREDIT_EXHAUSTED' }]);
    const unsaid = await spoiled((tx) => tx.deleteFrom('unchargedHours').where('serverId', '=', id).execute());
    assert.match(unsaid[CLOCKS]?.[0] ?? '', /run 1 end/);
    await poor.remove(id);
    await cloud.settle();
  });

  test('owes nothing yet for hours that began after the meter’s mark', async () => {
    const { id, at } = await ran();
    cloud.clock.moveTo(addMs(at, 20 * HOUR_MS));
    await holds();
    await cloud.meter();
    await holds();
    await customer.remove(id);
  });

  test('names budgets that count too little, or too much', async () => {
    const { id } = await ran();
    await setServerBudget(customer.ctx, { serverId: id, monthLimitMicros: 1000n * CAD });
    await setBackupOption(customer.ctx, { serverId: id, enabled: true });
    cloud.clock.advance(2 * HOUR_MS);
    await cloud.meter();
    await customer.act(id, 'stop');
    await cloud.settle();
    await holds();
    const counter = { month: 'monthSpentMicros', day: 'daySpentMicros' } as const;
    for (const name of ['month', 'day'] as const) {
      const found = await spoiled((tx) =>
        tx
          .updateTable('ledgerAccounts')
          .set((eb) => ({ [counter[name]]: eb(counter[name], '-', 10_000n) }))
          .where('id', '=', customer.ctx.accountId)
          .execute(),
      );
      assert.deepEqual(Object.keys(found), [BUDGETS]);
      assert.match(String(found[BUDGETS]), new RegExp(`^${customer.ctx.accountId} ${name} [0-9.]+ CAD ≠ [0-9.]+ CAD$`));
    }
    const found = await spoiled((tx) =>
      tx
        .updateTable('serverBudgets')
        .set((eb) => ({ monthSpentMicros: eb('monthSpentMicros', '+', 10_000n) }))
        .where('serverId', '=', id)
        .execute(),
    );
    assert.match(String(found[BUDGETS]), new RegExp(`^${id} month `));
    await customer.remove(id);
    await cloud.settle();
  });
});
