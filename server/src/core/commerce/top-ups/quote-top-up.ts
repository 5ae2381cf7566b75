import { toCad } from '@boreal/contract/values/money.ts';
import type { TopUpQuote, TopUpRequest } from '@boreal/contract/billing/payments.ts';
import { notFound } from '../../../kit/errors.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { toCard } from '../cards/card.rules.ts';
import { findCardToCharge } from '../cards/cards.store.ts';
import { toTaxLine } from '../../money/tax/tax.rules.ts';
import { taxFor } from '../../money/tax/tax-for.ts';
import { centsToMicros } from './top-up.rules.ts';
import { requireRole } from '../../ground/roles/require-role.ts';

/** What buying credit would cost now, with taxes, and which card would be charged. Charges nothing. */
export async function quoteTopUp(ctx: CustomerCtx, input: TopUpRequest): Promise<TopUpQuote> {
  const db = ctx.db.sql;
  await requireRole(db, ctx, 'billing.read');
  const at = ctx.clock.now();
  const { accountId } = ctx;
  const taxed = await taxFor(db, { accountId, netMicros: centsToMicros(input.amountCad), at });
  const card = await findCardToCharge(db, { accountId, cardId: input.cardId });
  if (!card && input.cardId !== undefined) throw notFound('card');
  return {
    credit: toCad(taxed.netMicros),
    taxes: taxed.taxes.map(toTaxLine),
    total: toCad(taxed.totalMicros),
    currency: 'CAD',
    card: card ? toCard(card) : null,
    quotedAt: at.toISOString(),
  };
}
