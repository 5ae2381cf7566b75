import type { Card } from '@boreal/contract/billing/payments.ts';
import type { CardRow } from './cards.store.ts';

/** A saved card as its customer sees it. */
export function toCard(row: CardRow): Card {
  return {
    id: row.id,
    brand: row.brand ?? 'unknown',
    last4: row.last4 ?? '',
    expMonth: row.expMonth ?? 1,
    expYear: row.expYear ?? 1970,
    default: row.isDefault,
    createdAt: row.createdAt.toISOString(),
  };
}
