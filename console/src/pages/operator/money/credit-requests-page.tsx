import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { creditRequestsQuery } from '../../../api/operator/accounts.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { Queried } from '../../../parts/queried.tsx';
import { CreditRequestCard } from './credit-request-card.tsx';
import { MoneyHeader } from './money-header.tsx';
import { useOperatorMoneyText } from './text.ts';

/** Credit that one operator has requested, and another decides on. */
export function CreditRequestsPage() {
  const t = useOperatorMoneyText();
  const requests = useQuery(creditRequestsQuery);
  return (
    <>
      <MoneyHeader part="credit" about={t.creditAbout} />
      <Queried query={requests}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={t.creditNone} text={t.creditNoneText} />
          ) : (
            <Stack maw={820}>
              {all.map((request) => (
                <CreditRequestCard key={request.id} request={request} />
              ))}
            </Stack>
          )
        }
      </Queried>
    </>
  );
}
