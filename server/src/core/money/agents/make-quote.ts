import { QUOTE_SECONDS } from '@boreal/contract/agents/agents.ts';
import { deadline, SECOND_MS } from '../../../kit/clock.ts';
import { newId, randomBase62 } from '../../../kit/ids.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { argumentsHash, TOKEN_LENGTH, tokenHash } from './quote-token.rules.ts';
import { insertQuote } from './quotes.store.ts';

/** What a confirmation will cost: the charge now, and the rate for every hour from then on. Micro-CAD. */
export interface QuotedPrice {
  readonly chargeMicros: bigint;
  readonly hourlyMicros: bigint;
}

export interface MadeQuote {
  readonly id: string;
  /** Shown only this once. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** Ten minutes of product time, and at least as long in real time: an agent of a fast demo must be able to answer. */
const LIFETIME = { productMs: QUOTE_SECONDS * SECOND_MS, wallMs: QUOTE_SECONDS * SECOND_MS };

/** Stores a price quoted to an agent, and makes the token that accepts it once. */
export function makeQuote(ctx: CustomerCtx, input: { keyId: string; tool: string; args: object; price: QuotedPrice }): Promise<MadeQuote> {
  const { keyId, tool, args, price } = input;
  const token = randomBase62(TOKEN_LENGTH);
  return ctx.transact(async (tx) => {
    const createdAt = ctx.clock.now();
    const id = newId('quote', createdAt);
    const expiresAt = deadline(ctx.clock, LIFETIME);
    await insertQuote(tx, {
      id,
      tokenHash: tokenHash(token),
      accountId: ctx.accountId,
      keyId,
      tool,
      argumentsHash: argumentsHash(args),
      ...price,
      expiresAt,
      createdAt,
    });
    return { id, token, expiresAt };
  });
}
