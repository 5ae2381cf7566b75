import type { AccountTransaction, Credits } from '@boreal/contract/billing/billing.ts';
import { toCad, toCadBalance } from '@boreal/contract/values/money.ts';
import type { Locale } from '@boreal/contract/words/language.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { decodeCursor, foreignCursor, page } from '../../ground/page.ts';
import { readBalance } from './read-balance.ts';
import { descriptionOf } from '../ledger/description.rules.ts';
import { listMovements, type MovementRow } from '../ledger/ledger.store.ts';

/** The balance, how long it lasts at the current rate, and its movements, newest first. */
export async function getCredits(
  ctx: CustomerCtx,
  input: { locale: Locale; limit?: number | undefined; cursor?: string | undefined },
): Promise<{ credits: Credits & { transactions: AccountTransaction[] }; nextCursor: string | null }> {
  const limit = input.limit ?? 1000;
  const balance = await readBalance(ctx);
  const rows = await listMovements(ctx.db.sql, { accountId: ctx.accountId, before: cursorSeq(input.cursor), limit: limit + 1 });
  const { items, nextCursor } = page(rows, limit, (row) => String(row.seq));
  return {
    credits: { ...balance, transactions: items.map((row) => toTransaction(row, ctx.accountId, input.locale)) },
    nextCursor,
  };
}

function toTransaction(row: MovementRow, accountId: string, locale: Locale): AccountTransaction {
  const signed = row.debitAccountId === accountId ? -row.amountMicros : row.amountMicros;
  return {
    id: row.id,
    type: row.type,
    amount: toCad(signed),
    balanceAfter: toCadBalance(row.balanceAfterMicros ?? 0n),
    description: descriptionOf(row, locale),
    serverId: row.serverId,
    serverName: row.serverName,
    createdAt: row.createdAt.toISOString(),
  };
}

function cursorSeq(cursor: string | undefined): bigint | null {
  if (cursor === undefined) return null;
  const text = decodeCursor(cursor);
  if (!/^\d{1,18}$/.test(text)) throw foreignCursor();
  return BigInt(text);
}
