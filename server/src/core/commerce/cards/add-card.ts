import type { CardSetup } from '@boreal/contract/billing/payments.ts';
import { addMs, DAY_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import { CustomerUnknown, type CardSetup as ProviderSetup, type Payments } from '../../../payments/port.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { changeCard, insertCard } from './cards.store.ts';
import { ensureCustomer, replaceCustomer } from './ensure-customer.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { providerAnswers } from '../provider/provider-answers.ts';

/** How often, and for how long, we check whether the browser is done, if the provider's events do not arrive. */
export const SETUP_LOOK_MS = 5 * MINUTE_MS;
export const SETUP_WITHIN_MS = 1 * DAY_MS;

/**
 * Begins to add a card: returns what the browser needs to save it with the provider, which receives its number. The card exists once
 * `finishCard`, or the provider's own event, says so. Calls the provider: not inside a transaction.
 * @throws PAYMENTS_UNAVAILABLE
 */
export async function addCard(ctx: CustomerCtx, payments: Payments): Promise<CardSetup> {
  const { accountId } = ctx;
  const now = ctx.clock.now();
  const cardId = newId('card', now);
  await ctx.transact(async (tx) => {
    await requireRole(tx, ctx, 'billing.write');
    await insertCard(tx, {
      id: cardId,
      accountId,
      provider: payments.name,
      status: 'pending',
      setupRef: null,
      ref: null,
      brand: null,
      last4: null,
      expMonth: null,
      expYear: null,
      isDefault: false,
      checkAt: addMs(now, SETUP_LOOK_MS),
      attempts: 0,
      createdAt: now,
      updatedAt: now,
    });
    await recordAudit(tx, ctx, { accountId, action: 'card.setup_begun', target: cardId });
  });
  const setup = await providerAnswers(ctx, () => beginSetup(ctx, payments, cardId));
  await changeCard(ctx.db.sql, cardId, { setupRef: setup.ref });
  const clientSecret = setup.state.is === 'open' ? setup.state.clientSecret : '';
  return { cardId, provider: payments.name, publishableKey: payments.publishableKey, clientSecret };
}

async function beginSetup(ctx: CustomerCtx, payments: Payments, key: string): Promise<ProviderSetup> {
  const { accountId } = ctx;
  const customerRef = await ensureCustomer(ctx, payments, accountId);
  try {
    return await payments.beginCardSetup({ key, customerRef });
  } catch (error) {
    if (!(error instanceof CustomerUnknown)) throw error;
    const another = await replaceCustomer(ctx, payments, { accountId, ref: customerRef, cause: error });
    return payments.beginCardSetup({ key, customerRef: another });
  }
}
