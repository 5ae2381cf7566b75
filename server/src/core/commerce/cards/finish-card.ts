import type { Card } from '@boreal/contract/billing/payments.ts';
import { addMs } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/errors.ts';
import { PaymentsError, type CardSetup, type Payments } from '../../../payments/port.ts';
import type { Ctx, CustomerCtx } from '../../ground/ctx.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { SETUP_LOOK_MS, SETUP_WITHIN_MS } from './add-card.ts';
import { toCard } from './card.rules.ts';
import { changeCard, findCard, findCardToCharge, moveDefault, type CardRow } from './cards.store.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { providerAnswers } from '../provider/provider-answers.ts';

/**
 * Checks whether the browser has saved the card. The account's first card becomes its default. Null if it has not, or if the card was not
 * saved in time. Calls the provider: not inside a transaction.
 * @throws NOT_FOUND · PAYMENTS_UNAVAILABLE
 */
export async function finishCard(ctx: CustomerCtx, payments: Payments, input: { cardId: string }): Promise<Card | null> {
  await requireRole(ctx.db.sql, ctx, 'billing.write');
  const row = await findCard(ctx.db.sql, input.cardId);
  if (!row || row.accountId !== ctx.accountId || row.status === 'removed') throw notFound('card');
  await providerAnswers(ctx, () => settleSetup(ctx, payments, row));
  const after = await findCard(ctx.db.sql, row.id);
  return after?.status === 'active' ? toCard(after) : null;
}

/** The same for the worker, which checks by itself. */
export async function settleSetup(ctx: Ctx, payments: Payments, card: CardRow): Promise<void> {
  if (card.status !== 'pending' || card.provider !== payments.name) return;
  const setup = card.setupRef === null ? null : await readSetup(ctx, payments, { cardId: card.id, setupRef: card.setupRef });
  await ctx.transact(async (tx) => {
    const { credit } = await lockAccount(tx, card.accountId);
    const current = await findCard(tx, card.id);
    if (current?.status !== 'pending') return;
    const now = ctx.clock.now();
    // A card of a provider that no longer charges is useless as the default.
    const hasDefault = (await findCardToCharge(tx, { accountId: card.accountId }))?.provider === card.provider;
    const change = outcome(current, setup, { now, hasDefault, closed: credit.closedAt !== null });
    if (change.isDefault) await moveDefault(tx, { accountId: card.accountId, cardId: null, at: now });
    await changeCard(tx, card.id, { ...change, updatedAt: now });
  });
}

/** Null if the provider does not know it, as after its test mode: that card can no longer be entered. */
async function readSetup(
  ctx: Ctx,
  payments: Payments,
  { cardId, setupRef }: { cardId: string; setupRef: string },
): Promise<CardSetup | null> {
  try {
    return await payments.readCardSetup(setupRef);
  } catch (error) {
    if (!(error instanceof PaymentsError) || error.paymentsCause !== 'rejected') throw error;
    ctx.log.warn({ err: error, cardId }, 'the payment provider does not know a card that is being added');
    return null;
  }
}

function outcome(card: CardRow, setup: CardSetup | null, at: { now: Date; hasDefault: boolean; closed: boolean }): Partial<CardRow> {
  if (setup?.state.is === 'saved') {
    const { ref, brand, last4, expMonth, expYear } = setup.state.card;
    const saved = { ref, brand, last4, expMonth, expYear };
    // The account was closed while its owner was filling in the form: the provider is told to forget the card.
    if (at.closed) return { ...saved, status: 'removed', checkAt: at.now };
    return { ...saved, status: 'active', isDefault: !at.hasDefault, checkAt: null };
  }
  const over = at.now >= addMs(card.createdAt, SETUP_WITHIN_MS);
  if (over || setup?.state.is === 'failed') return { status: 'failed', checkAt: null };
  return { checkAt: addMs(at.now, SETUP_LOOK_MS) };
}
