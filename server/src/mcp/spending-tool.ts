import { agentTools } from '@boreal/contract/agents/tools.ts';
import { siteLinks } from '@boreal/contract/words/links.ts';
import { toCad, toCadBalance } from '@boreal/contract/values/money.ts';
import { secretText } from '@boreal/contract/values/secret-text.ts';
import { z } from 'zod';
import { confirmQuote } from '../core/money/agents/confirm-quote.ts';
import { makeQuote, type QuotedPrice } from '../core/money/agents/make-quote.ts';
import { needsApproval } from '../core/money/agents/require-approval.ts';
import { readCredit } from '../core/money/ledger/ledger.store.ts';
import { errorAnswer } from '../core/ground/error-answer.ts';
import type { CustomerCtx } from '../core/ground/ctx.ts';
import type { Sql, Tx } from '../db/connect.ts';
import type { AppError } from '../kit/errors.ts';
import { newId } from '../kit/ids.ts';
import { validate } from '../kit/validate.ts';
import type { ToolText } from './define-tool.ts';
import { rehearse } from './rehearse.ts';
import type { AgentCtx, Tool, ToolAnswer, ToolParts } from './tool.ts';

/** What an agent learns before it may spend. */
export const Quote = z.object({
  quoteId: z.string(),
  confirmationToken: secretText(z.string()),
  expiresAt: z.string(),
  paidBy: z.enum(['credit', 'card']),
  chargeNow: z.number(),
  hourlyRate: z.number(),
  currency: z.literal('CAD'),
  covers: z.string(),
  taxes: z.array(z.object({ name: z.string(), amount: z.number() })).optional(),
  balance: z.number(),
  /** False: confirming now would be refused for the reasons in `blockers`; the token stays valid meanwhile. */
  ready: z.boolean(),
  /** In the form of refusals, with `accountAction`, or `alternatives` to a sold-out plan. */
  blockers: z.array(z.looseObject({ code: z.string(), message: z.string() })),
  needsApproval: z.boolean(),
});
export type Quote = z.infer<typeof Quote>;

const Token = { confirmationToken: z.string().min(1).max(100).optional() } as const;

/** A price and its description. */
export interface Offer extends QuotedPrice {
  readonly covers: string;
  readonly paidBy?: 'card';
  readonly taxes?: readonly { name: string; amount: number }[];
}

/** The result of a confirmation: its sentence, and whether the quoted amount was charged. */
export interface SpendingOutcome {
  readonly text: string;
  readonly spent: boolean;
}

/** A tool that costs money: without a token it answers with its price and a token; with the token it spends. */
export interface SpendingText<I extends z.ZodObject, R extends z.ZodObject> extends ToolText {
  readonly input: I;
  /** The answer once the work is done. */
  readonly result: R;
  /** The result appears beside the quote, not under `result`: a tool that is nearly always free answers like one that never spends. */
  readonly flat?: true;
  /** Fills in arguments that were left to a default an operator may change, so that what is confirmed is what was quoted. */
  spellOut?(ctx: AgentCtx, args: z.output<I>): Promise<z.output<I>>;
  /** What it costs, read from the same place as at the confirmation. */
  offer(db: Sql | Tx, ctx: AgentCtx, args: z.output<I>): Promise<Offer>;
  /** Does the work. `ctx.transact` joins the confirmation's transaction, so nothing here may use the network. */
  spend(ctx: CustomerCtx, args: z.output<I>, quoteId: string): Promise<z.input<R>>;
  /** What remains to be done once the spending is committed, such as asking the card's provider. */
  settle?(ctx: AgentCtx, result: z.output<R>, parts: ToolParts): Promise<z.input<R>>;
  /** The outcome, if it is known only after `settle`; absent: it succeeded. */
  outcome?(result: z.output<R>): SpendingOutcome;
  /** Does the work at once if it costs nothing; null: it has a price, and nothing was done. One transaction both decides and does it. */
  spendNothing?(ctx: CustomerCtx, args: z.output<I>): Promise<z.input<R> | null>;
}

async function asTheyAre<A>(_ctx: AgentCtx, args: A): Promise<A> {
  return args;
}

export interface SpendingTool extends Tool {
  /** The arguments without a token. */
  readonly quoted: z.ZodObject;
  /** Only the quote, for tools that do nothing else. */
  quote(ctx: AgentCtx, args: Readonly<Record<string, unknown>>, parts: ToolParts): Promise<ToolAnswer>;
}

export function spendingTool<I extends z.ZodObject, R extends z.ZodObject>(about: SpendingText<I, R>): SpendingTool {
  const {
    offer,
    spend,
    settle,
    outcome = done,
    flat = false,
    spendNothing,
    spellOut = asTheyAre,
    result,
    input,
    effect = 'write',
    idempotent = true,
    ...text
  } = about;
  const taking = z.strictObject({ ...input.shape, ...Token });
  // Only the tools that do nothing but quote include the quote's schema: seven copies would fill an agent's context.
  const told = flat ? result.partial() : z.object({ result: result.optional() });
  const output = z.object({ quote: z.looseObject({}).optional(), ...told.shape, replayed: z.boolean().optional() });
  const read = (kept: unknown) => result.parse(kept);
  const answerOf = (answer: z.output<R>, replayed?: boolean) => output.parse({ ...(flat ? answer : { result: answer }), replayed });

  const quote = async (ctx: AgentCtx, args: z.output<I>, parts: ToolParts): Promise<ToolAnswer> => {
    const price = await offer(ctx.db.sql, ctx, args);
    const blocker = await rehearse(ctx, (inTx) => spend(inTx, args, newId('quote', ctx.clock.now())));
    const quoted = { keyId: ctx.keyId, tool: text.name, args, price: priceOf(price) };
    const made = await makeQuote(ctx, quoted);
    const asksPerson = await needsApproval(ctx, quoted);
    const told = {
      quoteId: made.id,
      confirmationToken: made.token,
      expiresAt: made.expiresAt.toISOString(),
      paidBy: price.paidBy ?? 'credit',
      chargeNow: toCad(price.chargeMicros),
      hourlyRate: toCad(price.hourlyMicros),
      currency: 'CAD',
      covers: price.covers,
      ...(price.taxes && { taxes: price.taxes }),
      balance: toCadBalance(await readCredit(ctx.db.sql, ctx.accountId)),
      ready: blocker === null,
      blockers: blocker === null ? [] : [blockerOf(blocker, parts, ctx)],
      needsApproval: asksPerson,
    };
    return { data: { quote: Quote.parse(told) }, text: sentenceOf(text.name, price, { blocker, asksPerson }), quoteId: made.id };
  };

  const confirm = async (ctx: AgentCtx, args: z.output<I>, token: string, parts: ToolParts): Promise<ToolAnswer> => {
    const confirmed = await confirmQuote(ctx, read, {
      keyId: ctx.keyId,
      tool: text.name,
      args,
      token,
      approvalsUrl: siteLinks(parts.siteUrl).approvals,
      needs: agentTools[text.name],
      price: async (tx) => priceOf(await offer(tx, ctx, args)),
      spend: async (inTx, quoteId) => read(await spend(inTx, args, quoteId)),
    });
    const { quoteId, replayed } = confirmed;
    const answer = settle ? read(await settle(ctx, confirmed.result, parts)) : confirmed.result;
    const { text: how, spent } = outcome(answer);
    const spentMicros = spent ? confirmed.spentMicros : 0n;
    const sentence = replayed ? `This token was used before; nothing was charged again. ${how}` : how;
    return { data: answerOf(answer, replayed), text: sentence, quoteId, spentMicros };
  };

  const parse = (args: Readonly<Record<string, unknown>>) => {
    const { confirmationToken, ...rest } = validate(taking, args);
    return { token: typeof confirmationToken === 'string' ? confirmationToken : null, wanted: validate(input, rest) };
  };
  return {
    ...text,
    effect,
    idempotent,
    spends: true,
    quoted: input,
    input: taking,
    output,
    run: async (ctx, given, parts) => {
      const { token, wanted } = parse(given);
      const args = await spellOut(ctx, wanted);
      if (token !== null) return confirm(ctx, args, token, parts);
      const free = (await spendNothing?.(ctx, args)) ?? null;
      if (free === null) return quote(ctx, args, parts);
      const answer = settle ? read(await settle(ctx, read(free), parts)) : read(free);
      return { data: answerOf(answer), text: outcome === done ? 'Done; it cost nothing.' : outcome(answer).text };
    },
    quote: async (ctx, given, parts) => quote(ctx, await spellOut(ctx, validate(input, given)), parts),
  };
}

function done(): SpendingOutcome {
  return { text: 'Done.', spent: true };
}

function priceOf({ chargeMicros, hourlyMicros }: Offer): QuotedPrice {
  return { chargeMicros, hourlyMicros };
}

function blockerOf(error: AppError, { siteUrl }: ToolParts, ctx: AgentCtx): Quote['blockers'][number] {
  const { error: code, ...told } = errorAnswer(error, { locale: ctx.locale, siteUrl, requestId: ctx.requestId ?? '' });
  return { code, ...told };
}

function sentenceOf(tool: string, price: Offer, { blocker, asksPerson }: { blocker: AppError | null; asksPerson: boolean }): string {
  const cost = `${toCad(price.chargeMicros)} CAD now, ${toCad(price.hourlyMicros)} CAD an hour`;
  if (blocker !== null) return `Quote: ${cost}. Confirming now would fail: ${blocker.code}.`;
  if (asksPerson) return `Quote: ${cost}. Confirming asks a person to approve it first; nothing is spent until they have.`;
  return `Quote: ${cost}. Nothing is spent until you call ${tool} with the same arguments and confirmationToken.`;
}
