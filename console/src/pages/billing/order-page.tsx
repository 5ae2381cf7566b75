import { cancelOrder } from '@boreal/contract/endpoints/console/orders.ts';
import { declineSentences } from '@boreal/contract/billing/decline-sentences.ts';
import { cycleMonths, type Order } from '@boreal/contract/billing/orders.ts';
import { Alert, Button, Card, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Info } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { orderQuery } from '../../api/orders.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { ChargeAlert } from '../../parts/charge-alert.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { FactTable } from '../../parts/fact-table.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { LinkAnchor, LinkButton } from '../../parts/page-links.tsx';
import { Queried } from '../../parts/queried.tsx';
import { Time } from '../../parts/time.tsx';
import { useFollowsSaying } from '../../parts/use-follows-saying.ts';
import { AutoRenewal } from './auto-renewal.tsx';
import { BillingFrame } from './billing-frame.tsx';
import { OrderBadge } from './order-badge.tsx';
import { RenewCard } from './renew-card.tsx';
import { useBillingText } from './text.ts';

/** A prepaid server: its term, its renewal, its end. */
export function OrderPage() {
  const t = useBillingText();
  const accountId = useAccountId();
  const { orderId } = useParams({ from: '/console/billing/orders/$orderId' });
  const order = useQuery(orderQuery(accountId, orderId));
  return (
    <BillingFrame title={order.data ? t.orderTitle(order.data.serverName) : order.isError ? t.ordersTitle : null}>
      <Queried query={order}>
        {(told) => (
          <Stack maw={720}>
            <LatestCharge order={told} />
            <Facts order={told} />
            {told.status === 'active' && <Renewal order={told} />}
            {told.status === 'ended' && !told.canceled && <RenewLapsed order={told} />}
          </Stack>
        )}
      </Queried>
    </BillingFrame>
  );
}

/** What an unfinished charge needs: the cardholder, some patience, or another card. */
function LatestCharge({ order: { payment } }: { order: Order }) {
  const t = useBillingText();
  const { language } = useLanguage();
  if (payment === null || payment.status === 'succeeded') return null;
  const failed = payment.status === 'failed';
  const text = failed
    ? payment.declineReason !== null && declineSentences[payment.declineReason][language]
    : payment.status === 'requires_action'
      ? t.proveText
      : t.paymentWaiting;
  return (
    <ChargeAlert failed={failed} title={failed ? t.paymentFailed : undefined}>
      {text}
      <LinkButton to="/console/billing/payments/$paymentId" params={{ paymentId: payment.id }} size="xs" variant="default">
        {t.seePayment}
      </LinkButton>
    </ChargeAlert>
  );
}

function Facts({ order }: { order: Order }) {
  const t = useBillingText();
  const format = useFormats();
  const { payment, periodStart, periodEnd, monthlyPrice } = order;
  const facts = [
    { name: t.status, value: <OrderBadge status={order.status} /> },
    {
      name: t.server,
      value: (
        <LinkAnchor to="/console/servers/$serverId/{-$tab}" params={{ serverId: order.serverId }} underline="always">
          {order.serverName}
        </LinkAnchor>
      ),
    },
    { name: t.plan, value: order.planName },
    { name: t.cycle, value: t.cycles[order.cycle] },
    monthlyPrice !== null && { name: t.price, value: priceOf(monthlyPrice) },
    periodStart !== null && periodEnd !== null && { name: t.term, value: t.termOf(format.date(periodStart), format.date(periodEnd)) },
    periodEnd !== null && { name: t.periodEnd, value: <Time iso={periodEnd} /> },
    payment !== null && {
      name: t.lastCharge,
      value: (
        <Group gap="sm">
          <span className="figures">{format.money(payment.total)}</span>
          <LinkAnchor to="/console/billing/payments/$paymentId" params={{ paymentId: payment.id }} underline="always">
            {t.seePayment}
          </LinkAnchor>
        </Group>
      ),
    },
  ];
  return (
    <Card>
      <FactTable facts={facts.filter((fact) => fact !== false)} />
    </Card>
  );

  function priceOf(month: number): string {
    const each = t.perMonth(format.money(month));
    return order.cycle === 'monthly' ? each : `${format.money(month * cycleMonths[order.cycle])} (${each})`;
  }
}

/** For an order that is over, the only action left is to pay for a new term, if its server still exists. */
function RenewLapsed({ order }: { order: Order }) {
  const t = useBillingText();
  return useMayDo('billing.write') ? <RenewCard order={order} /> : <Text c="dimmed">{t.mayNotWrite}</Text>;
}

function Renewal({ order }: { order: Order }) {
  const t = useBillingText();
  const { words } = useFollowsSaying();
  const format = useFormats();
  const accountId = useAccountId();
  const mayWrite = useMayDo('billing.write');
  const queryClient = useQueryClient();
  const [canceling, setCanceling] = useState(false);
  const keep = (after: Order) => queryClient.setQueryData(orderQuery(accountId, order.id).queryKey, after);
  const cancel = useMutation({
    mutationFn: () => call(cancelOrder, { params: { accountId, orderId: order.id } }),
    onSuccess: (after) => {
      keep(after);
      setCanceling(false);
      notifyDone(t.canceledDone);
    },
  });
  const end = order.periodEnd === null ? '–' : format.dateTime(order.periodEnd);
  if (order.canceled) {
    return (
      <Alert variant="light" color="gray" icon={<Info aria-hidden />}>
        {t.orderCanceled(end)}
      </Alert>
    );
  }
  if (!mayWrite) return <Text c="dimmed">{t.mayNotWrite}</Text>;
  return (
    <>
      <AutoRenewal order={order} onChanged={keep} />
      <RenewCard order={order} />
      <Group>
        <Button variant="outline" color="red" onClick={() => setCanceling(true)}>
          {t.cancelOrder}
        </Button>
      </Group>
      <ConfirmDialog
        opened={canceling}
        onClose={() => setCanceling(false)}
        title={t.cancelTitle}
        text={words.cancel(end)}
        action={t.cancelNow}
        destructive
        busy={cancel.isPending}
        error={cancel.error}
        onConfirm={() => cancel.mutate()}
      />
    </>
  );
}
