import { APPROVAL_HOURS } from '@boreal/contract/agents/agents.ts';
import type { Sql, Tx } from '../../../db/connect.ts';
import { addMs, HOUR_MS } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors.ts';
import { newId } from '../../../kit/ids.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { findAgentKey } from './agent-keys.store.ts';
import { changeApproval, findApprovalFor, insertApproval, lockApprovalFor, lockAsking, reviveApproval } from './approvals.store.ts';
import type { QuotedPrice } from './make-quote.ts';
import { argumentsHash } from './quote-token.rules.ts';
import type { QuoteRow } from './quotes.store.ts';

export interface WantedApproval {
  readonly keyId: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly hash: Buffer;
  readonly quote: QuoteRow;
  /** The cost now: as quoted, or less. */
  readonly price: QuotedPrice;
  readonly approvalsUrl: string;
}

export type Approval =
  | { readonly status: 'none needed' }
  | { readonly status: 'approved'; readonly id: string }
  | { readonly status: 'refusal'; readonly error: AppError<'APPROVAL_REQUIRED'> };

/**
 * Whether a spending may proceed: it is within the key's approval limit, or a person has approved it up to an amount that it does not
 * exceed. Otherwise the account's people are asked, once, and the answer is a refusal.
 */
export async function requireApproval(tx: Tx, ctx: CustomerCtx, wanted: WantedApproval): Promise<Approval> {
  const { keyId, tool, hash, quote, price, approvalsUrl } = wanted;
  if (!(await isAboveLimit(tx, keyId, price))) return { status: 'none needed' };

  await lockAsking(tx, keyId);
  const now = ctx.clock.now();
  const asked = await lockApprovalFor(tx, { keyId, tool, hash, ...price, now });
  if (asked?.status === 'approved') return { status: 'approved', id: asked.id };
  const status = asked?.status === 'refused' ? 'refused' : 'pending';
  const id = asked?.id ?? newId('approval', now);
  if (!asked) {
    await insertApproval(tx, {
      id,
      accountId: ctx.accountId,
      keyId,
      tool,
      argumentsHash: hash,
      arguments: JSON.stringify(wanted.args),
      // Requests the latest quoted price: the cost at that time is covered as long as it is no higher.
      chargeMicros: quote.chargeMicros,
      hourlyMicros: quote.hourlyMicros,
      status: 'pending',
      quoteId: quote.id,
      expiresAt: addMs(now, APPROVAL_HOURS * HOUR_MS),
      createdAt: now,
    });
  }
  return { status: 'refusal', error: new AppError('APPROVAL_REQUIRED', { approvalId: id, status, approvalsUrl }) };
}

/** Whether confirming now would ask a person: it exceeds the key's limit, and nobody has approved this spending up to that price. */
export async function needsApproval(
  ctx: CustomerCtx,
  input: { keyId: string; tool: string; args: object; price: QuotedPrice },
): Promise<boolean> {
  const { keyId, tool, args, price } = input;
  const { sql } = ctx.db;
  if (!(await isAboveLimit(sql, keyId, price))) return false;
  const { chargeMicros, hourlyMicros } = price;
  const asked = await findApprovalFor(sql, { keyId, tool, hash: argumentsHash(args), chargeMicros, hourlyMicros, now: ctx.clock.now() });
  return asked?.status !== 'approved';
}

async function isAboveLimit(db: Sql | Tx, keyId: string, { chargeMicros, hourlyMicros }: QuotedPrice): Promise<boolean> {
  const limit = (await findAgentKey(db, keyId))?.approvalAboveMicros ?? null;
  return limit !== null && (chargeMicros > limit || hourlyMicros > limit);
}

/** An approval is valid for one spending: it is in use from the confirmation on, so that no other can use it meanwhile. */
export async function useApproval(tx: Tx, input: { id: string; quoteId: string }): Promise<void> {
  await changeApproval(tx, { id: input.id, change: { status: 'used', quoteId: input.quoteId } });
}

/**
 * Nothing was bought after all, because the card was declined: the person who approved the spending need not do so again, within the day of
 * its validity. Call it in the transaction that makes the decline final, so that the charge can no longer succeed.
 */
export async function giveBackApproval(tx: Tx, used: { keyId: string; quoteId: string }): Promise<void> {
  await reviveApproval(tx, used);
}
