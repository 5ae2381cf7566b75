import { addCard } from '../core/commerce/cards/add-card.ts';
import { enterTestCard } from '../core/commerce/cards/enter-test-card.ts';
import { listCards } from '../core/commerce/cards/list-cards.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import { isClosed } from '../core/ground/roles/roles.store.ts';
import type { Payments } from '../payments/port.ts';

/** Gives every remaining demo customer without a card a sandbox card that succeeds, for top-ups and orders. */
export async function seedDemoCards(ctx: Ctx, payments: Payments, demo: { customers: readonly { accountId: string }[] }): Promise<void> {
  if (payments.sandbox === null) return;
  for (const { accountId } of demo.customers) {
    const customer = { ...ctx, accountId };
    if ((await isClosed(ctx.db.sql, accountId)) || (await listCards(customer)).length > 0) continue;
    const { cardId } = await addCard(customer, payments);
    await enterTestCard(customer, payments, { cardId, card: 'visa' });
  }
}
