import type { Sql, Tx } from '../../../db/connect.ts';
import { AppError } from '../../../kit/errors.ts';
import { findCardToCharge } from './cards.store.ts';

/**
 * What charges the default card later was agreed to with this card before one's eyes; absent: with none. @throws CONFIRM_AGAIN another
 * is the default by now
 */
export async function requireShownCard(db: Sql | Tx, shown: { accountId: string; expectedCardId: string | undefined }): Promise<void> {
  const { accountId, expectedCardId } = shown;
  if (expectedCardId === undefined) return;
  const card = await findCardToCharge(db, { accountId });
  if (card?.id !== expectedCardId) throw new AppError('CONFIRM_AGAIN', { of: 'card' });
}
