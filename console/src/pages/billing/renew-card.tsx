import type { Order, RenewalQuote } from '@boreal/contract/orders.ts';
import { Button, Card, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { newIdempotencyKey } from '../../api/call.ts';
import { renewalQuery, renewOrder } from '../../api/orders.ts';
import { useAccountId } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { Loading } from '../../parts/loading.tsx';
import { ADD_CARD_PATH, paymentPath } from './card-paths.ts';
import { PriceLines } from './price-lines.tsx';
import { useBillingText } from './text.ts';

/** Paying for one more term by hand: what it costs, then the button. */
export function RenewCard({ order }: { order: Order }) {
  const t = useBillingText();
  const quote = useQuery({ ...renewalQuery(useAccountId(), order.id), retry: false });
  return (
    <Card>
      <Title order={2} size="h3" mb="xs">
        {t.renewTitle}
      </Title>
      {/* What was offered before may be bought by now: a refusal counts more. */}
      {quote.isError ? <NoOffer error={quote.error} /> : quote.data ? <Offer quote={quote.data} /> : <Loading />}
    </Card>
  );
}

/** That there is nothing to renew now is no mistake: the server says why. */
function NoOffer({ error }: { error: unknown }) {
  if (isApiError(error) && error.code === 'ORDER_NOT_RENEWABLE') return <Text c="dimmed">{error.told}</Text>;
  return <ErrorNotice error={error} />;
}

function Offer({ quote }: { quote: RenewalQuote }) {
  const t = useBillingText();
  const format = useFormats();
  const accountId = useAccountId();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const idempotencyKey = useMemo(() => `${quote.periodStart} ${newIdempotencyKey()}`, [quote.periodStart]);
  const renew = useMutation({
    mutationFn: () => renewOrder(accountId, quote.orderId, { expectedTotalCad: quote.total }, idempotencyKey),
    onSuccess: async ({ paymentId }) => {
      void queryClient.invalidateQueries({ queryKey: [accountId] });
      await navigate({ to: paymentPath(paymentId) });
    },
  });
  const lines = [
    { name: t.renewPlan, amount: quote.plan },
    ...(quote.backups > 0 ? [{ name: t.renewBackups, amount: quote.backups }] : []),
  ];
  return (
    <Stack align="flex-start">
      <Text>{t.renewText(format.date(quote.periodStart), format.date(quote.periodEnd))}</Text>
      <PriceLines lines={lines} taxes={quote.taxes} total={{ name: t.charged, amount: quote.total }} />
      {renew.error && <ErrorNotice error={renew.error} />}
      {quote.hasCard ? (
        <Button loading={renew.isPending} onClick={() => renew.mutate()}>
          {t.pay(format.money(quote.total))}
        </Button>
      ) : (
        <Button component={Link} to={ADD_CARD_PATH}>
          {t.addCard}
        </Button>
      )}
    </Stack>
  );
}
