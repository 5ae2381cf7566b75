import { setAutoRenew } from '@boreal/contract/endpoints/console/orders.ts';
import type { Order, SetAutoRenewRequest } from '@boreal/contract/billing/orders.ts';
import { Card, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { autoRenewalQuery } from '../../api/orders.ts';
import { useAccountId } from '../../app/account.tsx';
import { useHere } from '../../app/use-next.ts';
import { useFormats } from '../../format/use-formats.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { Loading } from '../../parts/loading.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { LinkButton } from '../../parts/page-links.tsx';
import { useCardName } from './card-name.ts';
import { QuoteProblem } from './quote-problem.tsx';
import { useBillingText } from './text.ts';

/** Whether an order renews automatically. Turned on, it charges the card some day, or within minutes: that is asked first. */
export function AutoRenewal({ order, onChanged }: { order: Order; onChanged: (after: Order) => void }) {
  const t = useBillingText();
  const format = useFormats();
  const accountId = useAccountId();
  const cardName = useCardName();
  const here = useHere();
  const [asking, setAsking] = useState(false);
  const quote = useQuery({ ...autoRenewalQuery(accountId, order.id), enabled: asking, retry: false });
  const renewal = useMutation({
    mutationFn: (body: SetAutoRenewRequest) => call(setAutoRenew, { params: { accountId, orderId: order.id }, body }),
    onSuccess: (after) => {
      setAsking(false);
      onChanged(after);
      notifyDone(after.autoRenew ? t.autoRenewOn : t.autoRenewOff);
    },
    onError: () => void quote.refetch(),
  });
  const { data: told } = quote;
  const card = told?.card ?? null;
  return (
    <Card>
      <Switch
        label={t.autoRenew}
        description={t.autoRenewAbout}
        checked={order.autoRenew}
        disabled={renewal.isPending}
        onChange={({ currentTarget: { checked } }) => {
          renewal.reset();
          if (checked) setAsking(true);
          else renewal.mutate({ autoRenew: false });
        }}
      />
      {renewal.error && !asking && <ErrorNotice error={renewal.error} />}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t.autoRenewTitle}
        text={
          <>
            {told &&
              card &&
              t.autoRenewConfirm({
                card: cardName(card),
                total: format.money(told.total),
                date: format.date(told.chargedAt),
                now: told.chargedAt <= told.quotedAt,
                server: told.serverName,
                start: format.date(told.periodStart),
                end: format.date(told.periodEnd),
              })}
            {told && card === null && (
              <Stack gap="sm" align="flex-start">
                <Text size="sm">{t.autoRenewNoCard}</Text>
                <LinkButton to="/console/billing/payment-methods/add" search={{ next: here }} variant="default" size="xs">
                  {t.addCard}
                </LinkButton>
              </Stack>
            )}
            {quote.isPending && <Loading />}
            <QuoteProblem error={quote.error} />
          </>
        }
        action={t.autoRenewConfirmed}
        waits={card === null || quote.isFetching}
        busy={renewal.isPending}
        error={renewal.error}
        onConfirm={() => renewal.mutate({ autoRenew: true, expectedCardId: card?.id, expectedTotalCad: told?.total })}
      />
    </Card>
  );
}
