import { toCad } from '@boreal/contract/values/money.ts';
import { CreditKind } from '@boreal/contract/billing/credit-kind.ts';
import type { OperatorDeed } from '@boreal/contract/operator/deeds.ts';
import { moneySentences } from '@boreal/contract/request-sentences/money.sentences.ts';
import type { Selectable } from 'kysely';
import { ulid } from 'ulid';
import type { Tx } from '../../../db/connect.ts';
import type { Transfers } from '../../../db/rows.gen.ts';
import { AppError, invalidRequest, notFound } from '../../../kit/errors.ts';
import { findTransferByKey, giveCredit, takeCredit } from '../../money/ledger/ledger.store.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { askSecond } from '../second-operator/ask-second.ts';
import { movesTooMuch } from '../second-operator/alone.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { findServer } from '../../fleet/servers/servers.store.ts';
import { findAccount } from '../../money/accounts/accounts.store.ts';
import type { CreditChange, MovementByHand, NamedMovement, Posting } from './movement-by-hand.ts';

/**
 * Adds to or takes from an account's credit, once per key. Above what one operator may move alone in 24 hours, asks another operator
 * instead, and moves nothing yet.
 * @throws NOT_FOUND no such account · INSUFFICIENT_CREDITS the balance would go below zero · IDEMPOTENCY_CONFLICT the key has already moved
 * something else
 */
export function moveCreditByHand(ctx: Ctx, input: MovementByHand, posting: Posting): Promise<CreditChange> {
  const { accountId, amountMicros } = input;
  if (amountMicros <= 0n) throw invalidRequest('amount', moneySentences.aboveZero);
  // Created before the transaction, which may run twice.
  const name = input.key ?? ulid(ctx.clock.now().getTime());
  const key = `operator:${accountId}:${name}`;
  return ctx.transact(async (tx) => {
    if (!(await findAccount(tx, accountId))) throw notFound('account');
    const serverId = input.serverId ?? null;
    if (serverId !== null && (await findServer(tx, serverId))?.accountId !== accountId) throw notFound('server');
    const movement = { ...input, serverId, key, posting };
    const account = await lockAccount(tx, accountId);
    const { balanceMicros } = account;
    const earlier = await findMovement(tx, movement);
    if (earlier) return { transactionId: earlier.id, requestId: null, moved: false, balanceMicros };
    if (await movesTooMuch(tx, ctx, amountMicros)) {
      const requestId = await askSecond(tx, ctx, { deed: deedOf(movement), amountMicros, key });
      return { transactionId: null, requestId, moved: false, balanceMicros };
    }
    return moveNow(tx, ctx, movement);
  });
}

/** Moves it, in a transaction that has validated it. @throws INSUFFICIENT_CREDITS · IDEMPOTENCY_CONFLICT */
export async function moveNow(tx: Tx, ctx: Ctx, movement: NamedMovement): Promise<CreditChange> {
  const { accountId, amountMicros, serverId, key, reason, posting } = movement;
  const account = await lockAccount(tx, accountId);
  const { balanceMicros } = account;
  const earlier = await findMovement(tx, movement);
  if (earlier) return { transactionId: earlier.id, requestId: null, moved: false, balanceMicros };
  if (posting.direction === 'take' && balanceMicros < amountMicros) {
    throw new AppError('INSUFFICIENT_CREDITS', { requiredMicros: amountMicros, balanceMicros });
  }
  const move = posting.direction === 'give' ? giveCredit : takeCredit;
  const { type, against } = posting;
  const { transactionId } = await move(tx, ctx, account, { key, type, amountMicros, against, serverId, data: { of: 'by_hand', reason } });
  await recordAudit(tx, ctx, {
    accountId,
    action: posting.direction === 'give' ? 'account.credited' : 'account.debited',
    target: transactionId,
    detail: {
      amountMicros: String(amountMicros),
      type,
      reason,
    },
  });
  return { transactionId, requestId: null, moved: true, balanceMicros: account.balanceMicros };
}

function deedOf({ accountId, amountMicros, reason, serverId, posting }: NamedMovement): OperatorDeed {
  const movement = { accountId, amount: toCad(amountMicros), reason, serverId };
  return posting.direction === 'take'
    ? { kind: 'debit', ...movement }
    : { kind: 'credit', ...movement, as: CreditKind.parse(posting.type) };
}

async function findMovement(tx: Tx, { key, ...movement }: NamedMovement): Promise<{ id: string } | null> {
  const earlier = await findTransferByKey(tx, key);
  if (earlier && !isSame(earlier, movement, movement.posting)) throw new AppError('IDEMPOTENCY_CONFLICT', {});
  return earlier ?? null;
}

function isSame(earlier: Selectable<Transfers>, input: { amountMicros: bigint }, posting: Posting): boolean {
  const house = posting.direction === 'give' ? earlier.debitAccountId : earlier.creditAccountId;
  return earlier.amountMicros === input.amountMicros && earlier.type === posting.type && house === posting.against;
}
