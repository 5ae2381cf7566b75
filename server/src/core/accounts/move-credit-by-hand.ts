import type { Selectable } from 'kysely';
import { ulid } from 'ulid';
import type { Tx } from '../../db/connect.ts';
import type { Transfers } from '../../db/rows.gen.ts';
import { AppError, invalidRequest, notFound } from '../../kit/errors.ts';
import { giveCredit, lockCredit, takeCredit, type CreditMovement } from '../billing/ledger/ledger.store.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Ctx } from '../ctx.ts';
import { findServer } from '../servers/servers.store.ts';
import { findAccount } from './accounts.store.ts';
import { askSecond, needsSecond } from './ask-second-operator.ts';

/** What a person at the operator moves, and why; the customer reads the reason. */
export interface MovementByHand {
  readonly accountId: string;
  /** Micro-CAD, above zero. */
  readonly amountMicros: bigint;
  readonly reason: string;
  /** The server that it is about, one of the account's; the customer sees it beside the movement. */
  readonly serverId?: string | undefined;
  /** Names the movement within the account: the same key again moves nothing. Left out: every call is a new one. */
  readonly key?: string | undefined;
}

export interface CreditChange {
  /** Null while another operator has to decide. */
  readonly transactionId: string | null;
  readonly requestId: string | null;
  /** False when an earlier call of the same key had moved the money already. */
  readonly moved: boolean;
  /** The account's balance now. */
  readonly balanceMicros: bigint;
}

export type Posting = Pick<CreditMovement, 'type' | 'against'> & { readonly direction: 'give' | 'take' };

/**
 * Gives to or takes from an account's credit, once for each key. Above what one operator may move alone in 24 hours, another
 * one is asked instead, and nothing moves yet.
 * @throws NOT_FOUND no such account · INSUFFICIENT_CREDITS the balance would go below zero · IDEMPOTENCY_CONFLICT the
 * key has already moved something else
 */
export function moveCreditByHand(ctx: Ctx, input: MovementByHand, posting: Posting): Promise<CreditChange> {
  const { accountId, amountMicros } = input;
  if (amountMicros <= 0n)
    throw invalidRequest('amount', {
      en: 'An amount is above zero.',
      fr: 'Un montant est supérieur à zéro.',
    });
  // Made before the transaction, which may be run a second time.
  const name = input.key ?? ulid(ctx.clock.now().getTime());
  const key = `operator:${accountId}:${name}`;
  return ctx.transact(async (tx) => {
    if (!(await findAccount(tx, accountId))) throw notFound('account');
    const serverId = input.serverId ?? null;
    if (serverId !== null && (await findServer(tx, serverId))?.accountId !== accountId) throw notFound('server');
    const movement = { ...input, serverId, key, posting };
    const balanceMicros = await lockCredit(tx, accountId);
    const earlier = await findMovement(tx, movement);
    if (earlier) return { transactionId: earlier.id, requestId: null, moved: false, balanceMicros };
    if (await needsSecond(tx, ctx, amountMicros)) {
      const requestId = await askSecond(tx, ctx, movement);
      return { transactionId: null, requestId, moved: false, balanceMicros };
    }
    return moveNow(tx, ctx, movement);
  });
}

export interface NamedMovement extends Omit<MovementByHand, 'serverId' | 'key'> {
  readonly serverId: string | null;
  /** The whole key of the transfer. */
  readonly key: string;
  readonly posting: Posting;
  /** By what another operator approved it. */
  readonly requestId?: string;
}

/** Moves it, in a transaction that has found it right. @throws INSUFFICIENT_CREDITS · IDEMPOTENCY_CONFLICT */
export async function moveNow(tx: Tx, ctx: Ctx, movement: NamedMovement): Promise<CreditChange> {
  const { accountId, amountMicros, serverId, key, reason, posting } = movement;
  const balanceMicros = await lockCredit(tx, accountId);
  const earlier = await findMovement(tx, movement);
  if (earlier) return { transactionId: earlier.id, requestId: null, moved: false, balanceMicros };
  if (posting.direction === 'take' && balanceMicros < amountMicros) {
    throw new AppError('INSUFFICIENT_CREDITS', { requiredMicros: amountMicros, balanceMicros });
  }
  const move = posting.direction === 'give' ? giveCredit : takeCredit;
  const { type, against } = posting;
  const { transactionId } = await move(tx, ctx, { accountId, key, type, amountMicros, against, serverId, description: reason });
  await recordAudit(tx, ctx, {
    accountId,
    action: posting.direction === 'give' ? 'account.credited' : 'account.debited',
    target: transactionId,
    detail: {
      amountMicros: String(amountMicros),
      type,
      reason,
      ...(movement.requestId !== undefined && { requestId: movement.requestId }),
    },
  });
  const change = posting.direction === 'give' ? amountMicros : -amountMicros;
  return { transactionId, requestId: null, moved: true, balanceMicros: balanceMicros + change };
}

async function findMovement(tx: Tx, { key, ...movement }: NamedMovement): Promise<{ id: string } | null> {
  const earlier = await tx.selectFrom('transfers').selectAll().where('key', '=', key).executeTakeFirst();
  if (earlier && !isSame(earlier, movement, movement.posting)) throw new AppError('IDEMPOTENCY_CONFLICT', {});
  return earlier ?? null;
}

function isSame(earlier: Selectable<Transfers>, input: { amountMicros: bigint }, posting: Posting): boolean {
  const house = posting.direction === 'give' ? earlier.debitAccountId : earlier.creditAccountId;
  return earlier.amountMicros === input.amountMicros && earlier.type === posting.type && house === posting.against;
}
