import type { Micros } from '@boreal/contract/values/money.ts';
import type { PaymentPurpose } from '@boreal/contract/billing/payments.ts';
import type { Tx } from '../../../db/connect.ts';
import { addMs, MINUTE_MS } from '../../../kit/clock.ts';
import { AppError, notFound } from '../../../kit/errors.ts';
import { newId } from '../../../kit/ids.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { requireActive } from '../../money/ledger/require-active.ts';
import { requireWithinChargeCaps } from '../../money/agents/require-within-caps.ts';
import { findCardToCharge } from '../cards/cards.store.ts';
import { keepTaxes } from '../../money/tax/tax.rules.ts';
import { taxFor } from '../../money/tax/tax-for.ts';
import { requireAgreed } from '../../money/ledger/require-agreed.ts';
import { findPaymentByKey, insertPayment } from './payments.store.ts';
import { wakePayment } from './wake-payment.store.ts';
import type { LockedAccount } from '../../money/ledger/locked-account.store.ts';

/** How long a cardholder may take to authenticate, and a charge to succeed, before it is cancelled. */
const ANSWER_WITHIN_MS = 30 * MINUTE_MS;

export interface NewPayment {
  /** Identifies the intent within the account: the same key returns the same intent. */
  readonly key: string;
  readonly purpose: PaymentPurpose;
  /** Before tax, whole cents. */
  readonly netMicros: Micros;
  /** How much of it is for a backup option. */
  readonly backupMicros?: Micros;
  /** Omitted: the default card. */
  readonly cardId?: string | undefined;
  readonly orderId?: string;
  /** The cardholder is at the browser and can authenticate. */
  readonly present?: boolean | undefined;
}

export interface BegunPayment {
  readonly id: string;
  readonly totalMicros: Micros;
  /** False if an earlier intent with the same key exists. */
  readonly isNew: boolean;
}

/**
 * Stores the intent to charge a card, with its taxes, and wakes the worker that calls the provider.
 * @throws ACCOUNT_CLOSED · ACCOUNT_SUSPENDED · PAYMENT_REQUIRED there is no card · NOT_FOUND the named card does not exist ·
 * INVALID_REQUEST no address to tax · PRICE_CHANGED · IDEMPOTENCY_CONFLICT the key identifies another intent · BUDGET_CAP_REACHED a cap of
 * the calling MCP key
 */
export async function beginPayment(tx: Tx, ctx: Ctx, account: LockedAccount, intent: NewPayment): Promise<BegunPayment> {
  const { key, netMicros, purpose } = intent;
  const accountId = account.id;
  const earlier = await findPaymentByKey(tx, { accountId, key });
  if (earlier) {
    if (earlier.netMicros !== netMicros || earlier.purpose !== purpose) throw new AppError('IDEMPOTENCY_CONFLICT', {});
    return { id: earlier.id, totalMicros: earlier.netMicros + earlier.taxMicros, isNew: false };
  }
  requireActive(account);
  const now = ctx.clock.now();
  const agentKeyId = await requireWithinChargeCaps(tx, ctx, { amountMicros: netMicros, at: now });
  const taxed = await taxFor(tx, { accountId, netMicros, at: now });
  requireAgreed(ctx, taxed.totalMicros);
  const card = await findCardToCharge(tx, { accountId, cardId: intent.cardId });
  if (!card && intent.cardId !== undefined) throw notFound('card');
  if (!card) throw new AppError('PAYMENT_REQUIRED', { requiredMicros: taxed.totalMicros, missing: 'card' });
  const id = newId('payment', now);
  await insertPayment(tx, {
    id,
    accountId,
    key,
    purpose,
    status: 'pending',
    netMicros,
    backupMicros: intent.backupMicros ?? 0n,
    taxMicros: taxed.taxMicros,
    taxes: keepTaxes(taxed.taxes),
    cardId: card.id,
    provider: card.provider,
    ref: null,
    present: intent.present ?? false,
    orderId: intent.orderId ?? null,
    declineReason: null,
    answerBy: addMs(now, Math.max(ANSWER_WITHIN_MS, 2 * MINUTE_MS * ctx.clock.scale)),
    checkAt: now,
    attempts: 0,
    leaseToken: 0,
    leaseUntil: null,
    requestId: ctx.requestId,
    agentKeyId,
    createdAt: now,
    settledAt: null,
  });
  await wakePayment(tx, { paymentId: id, trace: ctx.traces?.carry() ?? null });
  return { id, totalMicros: taxed.totalMicros, isNew: true };
}
