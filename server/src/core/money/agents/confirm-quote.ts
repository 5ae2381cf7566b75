import type { ToolRule } from '@boreal/contract/agents/tools.ts';
import { toCad } from '@boreal/contract/values/money.ts';
import type { Tx } from '../../../db/connect.ts';
import { AppError } from '../../../kit/errors.ts';
import { joining, type CustomerCtx } from '../../ground/ctx.ts';
import { requireAgentMay } from './require-agent-may.ts';
import { requireApproval, useApproval, type WantedApproval } from './require-approval.ts';
import type { QuotedPrice } from './make-quote.ts';
import { argumentsHash, tokenHash } from './quote-token.rules.ts';
import { lockQuote, useQuote, type QuoteRow } from './quotes.store.ts';

export interface Confirmation<R> {
  readonly keyId: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly token: string;
  readonly approvalsUrl: string;
  /** Permissions that the key and its maker need. */
  readonly needs: ToolRule;
  /** The cost now, read in the transaction that spends. */
  price(tx: Tx): Promise<QuotedPrice>;
  /** Spends. Every `ctx.transact` in it joins the confirmation's transaction; it may take at most the quoted charge. */
  spend(ctx: CustomerCtx, quoteId: string): Promise<R>;
}

export interface Confirmed<R> {
  readonly quoteId: string;
  readonly spentMicros: bigint;
  readonly result: R;
  /** The same token was confirmed before: nothing was spent again. */
  readonly replayed: boolean;
}

/**
 * Accepts a quote: checks that token, key and arguments match the quote, that it costs no more than quoted and that the key is still
 * permitted, spends what it costs now, and uses the token up, all in one transaction. If spending is refused (402, no stock), the token
 * stays valid.
 * @throws QUOTE_NOT_FOUND · QUOTE_KEY_MISMATCH · QUOTE_PARAMS_MISMATCH · QUOTE_USED · QUOTE_EXPIRED · PRICE_CHANGED · APPROVAL_REQUIRED ·
 * Unauthorized · PERMISSION_DENIED · and what spending throws
 */
export async function confirmQuote<R>(ctx: CustomerCtx, parse: (kept: unknown) => R, input: Confirmation<R>): Promise<Confirmed<R>> {
  const { keyId, tool, args, price } = input;
  const outcome = await ctx.transact(async (tx): Promise<Confirmed<R> | { refusal: AppError }> => {
    const hash = argumentsHash(args);
    const quote = await lockQuote(tx, tokenHash(input.token));
    if (!quote || quote.accountId !== ctx.accountId) throw new AppError('QUOTE_NOT_FOUND', {});
    // A confirmation that is in time may wait for locks after this.
    const now = ctx.clock.now();
    const used = checkQuote(quote, { keyId, tool, hash, now });
    if (used) return { quoteId: quote.id, spentMicros: 0n, result: parse(quote.result), replayed: true };

    const told = await price(tx);
    requireNoMore(quote, told);
    const wanted: WantedApproval = { keyId, tool, args, hash, quote, price: told, approvalsUrl: input.approvalsUrl };
    const approval = await requireApproval(tx, ctx, wanted);
    // Keeps the request to a person although nothing is spent: so this must not be an exception, which would roll it back.
    if (approval.status === 'refusal') return { refusal: approval.error };
    await requireAgentMay(tx, ctx, input.needs);
    const agreed = { upToMicros: quote.chargeMicros, takenMicros: 0n };
    const result = await input.spend({ ...joining(ctx, tx), agreed }, quote.id);
    if (approval.status === 'approved') await useApproval(tx, { id: approval.id, quoteId: quote.id });
    await useQuote(tx, { id: quote.id, result, now });
    return { quoteId: quote.id, spentMicros: agreed.takenMicros, result, replayed: false };
  });
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome;
}

/** Whether this very confirmation has already used the quote. @throws the refusals of a token that is not valid for it */
function checkQuote(quote: QuoteRow, wanted: { keyId: string; tool: string; hash: Buffer; now: Date }): boolean {
  if (quote.keyId !== wanted.keyId) throw new AppError('QUOTE_KEY_MISMATCH', {});
  const same = quote.tool === wanted.tool && quote.argumentsHash.equals(wanted.hash);
  if (quote.usedAt !== null) {
    if (same) return true;
    throw new AppError('QUOTE_USED', {});
  }
  if (!same) throw new AppError('QUOTE_PARAMS_MISMATCH', { tool: quote.tool });
  if (quote.expiresAt <= wanted.now) throw new AppError('QUOTE_EXPIRED', {});
  return false;
}

/**
 * A charge may have gone down since it was quoted, for instance one for the rest of a term, which shrinks every minute; never up. Rates
 * must be equal.
 */
function requireNoMore(quote: QuoteRow, now: QuotedPrice): void {
  if (now.hourlyMicros === quote.hourlyMicros && now.chargeMicros > quote.chargeMicros) throw changed(quote.chargeMicros, now.chargeMicros);
  if (now.hourlyMicros !== quote.hourlyMicros) throw changed(quote.hourlyMicros, now.hourlyMicros);
}

function changed(expected: bigint, actual: bigint): AppError<'PRICE_CHANGED'> {
  return new AppError('PRICE_CHANGED', { expectedCad: toCad(expected), actualCad: toCad(actual), who: 'agent' });
}
