import type { AccountTransaction } from '@boreal/contract/billing/billing.ts';
import { Text } from '@mantine/core';
import type { ShownTransaction } from './card-moves.rules.ts';
import { useBillingText } from './text.ts';

/**
 * What a movement of credit was for. The ledger is kept in English: our words replace its own, and what a person has written stays
 * as it is.
 */
export function TransactionWords({
  row: { type, amount, description, byCard = null },
}: {
  row: AccountTransaction & Partial<Pick<ShownTransaction, 'byCard'>>;
}) {
  const t = useBillingText();
  const written = type === 'adjustment' || type === 'promo';
  return (
    <>
      <Text size="sm">
        {byCard === 'paid'
          ? t.orderByCard
          : byCard === 'refunded'
            ? t.cardRefund
            : amount > 0 && type === 'order'
              ? t.orderCredit
              : amount < 0 && type === 'refund'
                ? t.cardRefund
                : t.types[type]}
      </Text>
      {written && (
        <Text size="sm" c="dimmed">
          {description}
        </Text>
      )}
    </>
  );
}
