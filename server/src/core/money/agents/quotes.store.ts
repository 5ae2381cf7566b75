import { sql, type Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { AgentQuotes } from '../../../db/rows.gen.ts';

export type QuoteRow = Selectable<AgentQuotes>;
export type NewQuote = Omit<QuoteRow, 'usedAt' | 'result'>;

export async function insertQuote(tx: Tx, quote: NewQuote): Promise<void> {
  await tx.insertInto('agentQuotes').values(quote).execute();
}

/** The quote of a token, locked until the transaction ends: only one confirmation of a token runs at a time. */
export function lockQuote(tx: Tx, tokenHash: Buffer): Promise<QuoteRow | null> {
  return firstOrNull(tx.selectFrom('agentQuotes').selectAll().where('tokenHash', '=', tokenHash).forUpdate());
}

/** The id of the account's quote with this token. */
export async function findQuoteId(db: Sql, input: { accountId: string; tokenHash: Buffer }): Promise<string | null> {
  const { accountId, tokenHash } = input;
  const quote = db.selectFrom('agentQuotes').select('id').where('tokenHash', '=', tokenHash).where('accountId', '=', accountId);
  return (await quote.executeTakeFirst())?.id ?? null;
}

/** Marks a quote as used and stores the answer. */
export async function useQuote(tx: Tx, input: { id: string; result: unknown; now: Date }): Promise<void> {
  await tx
    .updateTable('agentQuotes')
    .set({ usedAt: input.now, result: sql`${JSON.stringify(input.result)}::jsonb` })
    .where('id', '=', input.id)
    .execute();
}
