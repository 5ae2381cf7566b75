import { MINIMUM_TOPUP_CAD, type Credits, type Transaction } from '@boreal/contract/billing.ts';
import { toCad, toCadBalance } from '@boreal/contract/money.ts';
import type { CustomerCtx } from '../../ctx.ts';
import { decodeCursor, foreignCursor, page } from '../../page.ts';
import { readBurnRate, runtimeHours } from '../metering/burn-rate.store.ts';
import { listMovements, readCredit, type MovementRow } from './ledger.store.ts';

/** The balance, how long it lasts at the present rate, and what moved it, the newest first. */
export async function getCredits(
  ctx: CustomerCtx,
  input: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ credits: Credits; nextCursor: string | null }> {
  const db = ctx.db.sql;
  const limit = input.limit ?? 1000;
  const balanceMicros = await readCredit(db, ctx.accountId);
  const burnMicros = await readBurnRate(db, { accountId: ctx.accountId, at: ctx.clock.now() });
  const rows = await listMovements(db, { accountId: ctx.accountId, before: cursorSeq(input.cursor), limit: limit + 1 });
  const { items, nextCursor } = page(rows, limit, (row) => String(row.seq));
  return {
    credits: {
      balance: toCadBalance(balanceMicros),
      currency: 'CAD',
      burnRatePerHour: toCad(burnMicros),
      estimatedRuntimeHours: runtimeHours(balanceMicros, burnMicros),
      minimumTopupCad: MINIMUM_TOPUP_CAD,
      transactions: items.map((row) => toTransaction(row, ctx.accountId)),
    },
    nextCursor,
  };
}

function toTransaction(row: MovementRow, accountId: string): Transaction {
  const signed = row.debitAccountId === accountId ? -row.amountMicros : row.amountMicros;
  return {
    id: row.id,
    type: row.type,
    amount: toCad(signed),
    balanceAfter: toCadBalance(row.balanceAfterMicros ?? 0n),
    description: row.description,
    serverId: row.serverId,
    createdAt: row.createdAt.toISOString(),
  };
}

function cursorSeq(cursor: string | undefined): bigint | null {
  if (cursor === undefined) return null;
  const text = decodeCursor(cursor);
  if (!/^\d{1,18}$/.test(text)) throw foreignCursor();
  return BigInt(text);
}
