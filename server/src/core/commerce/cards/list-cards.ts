import type { Card } from '@boreal/contract/billing/payments.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { toCard } from './card.rules.ts';
import { listActiveCards } from './cards.store.ts';
import { requireRole } from '../../ground/roles/require-role.ts';

/** The cards that can be charged, oldest first. */
export async function listCards(ctx: CustomerCtx): Promise<Card[]> {
  await requireRole(ctx.db.sql, ctx, 'billing.read');
  return (await listActiveCards(ctx.db.sql, ctx.accountId)).map(toCard);
}
