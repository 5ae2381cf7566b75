import { notFound } from '../../../kit/errors.ts';
import type { Tx } from '../../../db/connect.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { findCardToCharge, type CardRow } from './cards.store.ts';

/** The caller's card, if they may change it; locks its account until the transaction ends. @throws NOT_FOUND */
export async function lockOwnCard(tx: Tx, ctx: CustomerCtx, cardId: string): Promise<CardRow> {
  await requireRole(tx, ctx, 'billing.write');
  await lockAccount(tx, ctx.accountId);
  const card = await findCardToCharge(tx, { accountId: ctx.accountId, cardId });
  if (!card) throw notFound('card');
  return card;
}
