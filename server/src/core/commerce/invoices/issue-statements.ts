import { readMeterMark } from '../../money/clocks/meter-mark.store.ts';
import type { Tx } from '../../../db/connect.ts';
import { addMs, HOUR_MS } from '../../../kit/clock.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { billingMonth, type Period } from '../../ground/calendar.rules.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { insertInvoice } from './invoices.store.ts';
import { readParties } from './parties.ts';
import { chargedForUse, statementLines } from './statement.rules.ts';
import {
  balanceBefore,
  finishMonth,
  firstMovementAt,
  lastStatedMonth,
  listMovedAccounts,
  sumMovements,
  sumUse,
  hasStatement,
  type MovementSum,
} from './statement.store.ts';
import { LATE_HOURS } from '../../fleet/costs/costs.store.ts';
import { toCad } from '@boreal/contract/values/money.ts';

/** A month is closed this long after its end: by then everything that moved in it has been written. */
const CLOSED_AFTER_MS = 1 * HOUR_MS;

/**
 * Issues the statement of every completed month to every account whose credit moved in it, once, oldest month first. Waits until the meter
 * has billed the month. Returns how many were issued. To be called every hour.
 */
export async function issueStatements(ctx: Ctx): Promise<number> {
  const db = ctx.db.sql;
  const last = await lastStatedMonth(db);
  const first = last === null ? await firstMovementAt(db) : null;
  if (last === null && first === null) return 0;
  let month = billingMonth(last === null ? (first ?? ctx.clock.now()) : billingMonth(last).end);
  const until = await readMeterMark(db);
  let issued = 0;
  while (addMs(month.end, CLOSED_AFTER_MS) <= ctx.clock.now() && month.end <= until) {
    issued += await issueMonth(ctx, month);
    await finishMonth(db, { monthStart: month.start, now: ctx.clock.now() });
    month = billingMonth(month.end);
  }
  return issued;
}

async function issueMonth(ctx: Ctx, period: Period): Promise<number> {
  let issued = 0;
  for (const accountId of await listMovedAccounts(ctx.db.sql, period))
    issued += (await ctx.transact((tx) => issue(tx, ctx, { accountId, period }))) ? 1 : 0;
  return issued;
}

async function issue(tx: Tx, ctx: Ctx, { accountId, period }: { accountId: string; period: Period }): Promise<boolean> {
  await lockAccount(tx, accountId);
  if (await hasStatement(tx, { accountId, periodStart: period.start })) return false;
  const now = ctx.clock.now();
  const openingMicros = await balanceBefore(tx, { accountId, at: period.start });
  const movements = await sumMovements(tx, { accountId, period });
  const uses = await readUses(tx, { accountId, period, movements });
  const closingMicros = movements.reduce((sum, { micros }) => sum + micros, openingMicros);
  const parties = await readParties(tx, { accountId, taxedAt: now });
  const content = {
    seller: parties.seller,
    buyer: parties.buyer,
    lines: statementLines(movements, uses),
    taxes: [],
    payment: null,
    about: null,
    period: { start: period.start.toISOString(), end: period.end.toISOString() },
    balances: { opening: toCad(openingMicros), closing: toCad(closingMicros) },
  };
  const of = { accountId, kind: 'statement', paymentId: null, refundId: null, period, language: parties.language } as const;
  await insertInvoice(tx, { ...of, netMicros: chargedForUse(movements), taxMicros: 0n, content }, now);
  return true;
}

/**
 * From the hours that began in the month or shortly before, unless their sum differs from what was charged: then the meter was down for
 * long.
 */
async function readUses(tx: Tx, of: { accountId: string; period: Period; movements: readonly MovementSum[] }) {
  const { accountId, period } = of;
  const charged = of.movements.reduce((sum, { type, micros }) => (type === 'usage' ? sum - micros : sum), 0n);
  const uses = await sumUse(tx, { accountId, period, from: addMs(period.start, -LATE_HOURS * HOUR_MS) });
  const explained = uses.reduce((sum, { computeMicros, backupMicros }) => sum + computeMicros + backupMicros, 0n);
  return explained === charged ? uses : sumUse(tx, { accountId, period, from: new Date(0) });
}
