import type { CustomerCtx } from '../../ground/ctx.ts';
import { tokenHash } from './quote-token.rules.ts';
import { findQuoteId } from './quotes.store.ts';

/** The account's quote with this token, whatever its outcome; null if there is none. */
export function quoteOfToken({ db, accountId }: CustomerCtx, token: string): Promise<string | null> {
  return findQuoteId(db.sql, { accountId, tokenHash: tokenHash(token) });
}
