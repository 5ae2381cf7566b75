import { declineSentences } from '@boreal/contract/billing/decline-sentences.ts';
import type { Payment } from '@boreal/contract/billing/payments.ts';
import { Alert, Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { isSettled, paymentQuery } from '../../api/payments.ts';
import { useAccountId } from '../../app/account.tsx';
import { useNext } from '../../app/use-next.ts';
import { useFormats } from '../../format/use-formats.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { FactTable } from '../../parts/fact-table.tsx';
import { Loading } from '../../parts/loading.tsx';
import { LinkButton } from '../../parts/page-links.tsx';
import { Queried } from '../../parts/queried.tsx';
import { Time } from '../../parts/time.tsx';
import { BillingFrame } from './billing-frame.tsx';
import { useCardName } from './card-name.ts';
import { PriceLines } from './price-lines.tsx';
import { ProveCardholder } from './prove-cardholder.tsx';
import { useBillingText } from './text.ts';

/** A charge, followed until its end: paid, not paid and why, or what the cardholder must do. */
export function PaymentPage() {
  const t = useBillingText();
  const accountId = useAccountId();
  const { paymentId } = useParams({ from: '/console/billing/payments/$paymentId' });
  const payment = useQuery(paymentQuery(accountId, paymentId));
  const settled = payment.data !== undefined && isSettled(payment.data);
  const queryClient = useQueryClient();
  // What depends on it (the balance, orders, documents) has changed with its end.
  useEffect(() => {
    if (settled) void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'payments' });
  }, [settled, queryClient]);
  return (
    <BillingFrame title={t.paymentTitle}>
      <Queried query={payment}>
        {(told) => (
          <Stack maw={620}>
            <Outcome payment={told} />
            <Card>
              <Facts payment={told} />
              <PriceLines
                lines={[{ name: t.purposes[told.purpose], amount: told.amount }]}
                taxes={told.taxes}
                total={{ name: t.total, amount: told.total }}
              />
            </Card>
            <Next payment={told} />
          </Stack>
        )}
      </Queried>
    </BillingFrame>
  );
}

function Outcome({ payment }: { payment: Payment }) {
  const t = useBillingText();
  const format = useFormats();
  const { language } = useLanguage();
  switch (payment.status) {
    case 'succeeded':
      return (
        <Alert role="status" color="boreal" variant="light" icon={<CircleCheck aria-hidden />}>
          {t.paymentDone(format.money(payment.total))} {payment.orderId === null && t.creditAdded(format.money(payment.amount))}
        </Alert>
      );
    case 'failed':
      return (
        <Alert role="alert" color="red" variant="light" icon={<CircleAlert aria-hidden />} title={t.paymentFailed}>
          {payment.declineReason !== null && declineSentences[payment.declineReason][language]}
        </Alert>
      );
    case 'requires_action':
      return <ProveCardholder paymentId={payment.id} />;
    case 'pending':
    case 'processing':
      return (
        <Card role="status">
          <Text ta="center">{t.paymentWaiting}</Text>
          <Loading />
        </Card>
      );
  }
}

const colors = { pending: 'blue', processing: 'blue', requires_action: 'blue', succeeded: 'boreal', failed: 'red' } as const;

function Facts({ payment }: { payment: Payment }) {
  const t = useBillingText();
  const nameOf = useCardName();
  const status = <Badge color={colors[payment.status]}>{t.paymentStatus[payment.status]}</Badge>;
  return (
    <FactTable
      facts={[
        { name: t.status, value: status },
        { name: t.card, value: nameOf(payment.card) },
        { name: t.on, value: <Time iso={payment.settledAt ?? payment.createdAt} /> },
      ]}
    />
  );
}

/** Where to go from here. */
function Next({ payment: { status, purpose, orderId, invoiceId } }: { payment: Payment }) {
  const t = useBillingText();
  const next = useNext();
  const isCredit = purpose === 'topup' || purpose === 'auto_reload';
  const goesOn = next !== undefined && status === 'succeeded';
  return (
    <Group>
      {goesOn && (
        <Button component="a" href={next}>
          {t.goOn}
        </Button>
      )}
      {invoiceId !== null && (
        <LinkButton to="/console/billing/invoices/$invoiceId" params={{ invoiceId }} variant={goesOn ? 'default' : 'filled'}>
          {t.seeReceipt}
        </LinkButton>
      )}
      {orderId !== null && (
        <LinkButton to="/console/billing/orders/$orderId" params={{ orderId }} variant={invoiceId === null ? 'filled' : 'default'}>
          {t.seeOrder}
        </LinkButton>
      )}
      {status === 'failed' && isCredit && (
        <LinkButton to="/console/billing/add-credits" search={{ next }}>
          {t.tryAgain}
        </LinkButton>
      )}
      {status === 'failed' && (
        <LinkButton to="/console/billing/payment-methods" variant="default">
          {t.cardsTitle}
        </LinkButton>
      )}
      <LinkButton to="/console/billing" variant="default">
        {t.toBilling}
      </LinkButton>
    </Group>
  );
}
