import type { Card, SandboxCard } from '@boreal/contract/billing/payments.ts';
import { notFound } from '../../../kit/errors.ts';
import type { Payments } from '../../../payments/port.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { findCard } from './cards.store.ts';
import { finishCard } from './finish-card.ts';
import { providerAnswers } from '../provider/provider-answers.ts';
import { requireRole } from '../../ground/roles/require-role.ts';

/**
 * Does in the sandbox what the browser does with a real provider: enters one of the test cards, which have no numbers, for a card that is
 * being added. @throws NOT_FOUND no such card, or this is not the sandbox
 */
export async function enterTestCard(
  ctx: CustomerCtx,
  payments: Payments,
  input: { cardId: string; card: SandboxCard },
): Promise<Card | null> {
  await requireRole(ctx.db.sql, ctx, 'billing.write');
  const row = await findCard(ctx.db.sql, input.cardId);
  if (!row || row.accountId !== ctx.accountId || row.setupRef === null || payments.sandbox === null) throw notFound('card');
  const { sandbox } = payments;
  const { setupRef } = row;
  await providerAnswers(ctx, () => sandbox.enterCard(setupRef, input.card));
  return finishCard(ctx, payments, input);
}
