import type { Sql, Tx } from '../../../db/connect.ts';
import { AppError } from '../../../kit/errors.ts';
import { findCardToCharge } from './cards.store.ts';

/**
 * For agreements to charge the default card later: requires that it is still the card the person was shown; absent: they were shown
 * none, and nothing is checked. @throws CONFIRM_AGAIN another card is the default by now
 */
export async function requireShownCard(db: Sql | Tx, shown: { accountId: string; expectedCardId: string | undefined }): Promise<void> {
  const { accountId, expectedCardId } = shown;
  if (expectedCardId === undefined) return;
  const card = await findCardToCharge(db, { accountId });
  if (card?.id !== expectedCardId) throw new AppError('CONFIRM_AGAIN', { of: 'card' });
}
