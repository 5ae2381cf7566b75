import { renewOrder } from '@boreal/contract/endpoints/console/orders.ts';
import { RENEWAL_OFFERED_DAYS, type Order, type RenewalQuote } from '@boreal/contract/billing/orders.ts';
import { Button, Card, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { newIdempotencyKey, call } from '../../api/call.ts';
import { cardsQuery } from '../../api/cards.ts';
import { renewalQuery } from '../../api/orders.ts';
import { useAccountId } from '../../app/account.tsx';
import { useHere } from '../../app/use-next.ts';
import { useFormats } from '../../format/use-formats.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { Loading } from '../../parts/loading.tsx';
import { LinkButton } from '../../parts/page-links.tsx';
import { useCardName } from './card-name.ts';
import { PriceLines } from './price-lines.tsx';
import { useBillingText } from './text.ts';

const DAY_MS = 86_400_000;

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
      {quote.isError ? <NoOffer error={quote.error} /> : quote.data ? <Offered quote={quote.data} /> : <Loading />}
    </Card>
  );
}

/** Having nothing to renew now is not an error: the server says why. */
function NoOffer({ error }: { error: unknown }) {
  if (isApiError(error) && error.code === 'ORDER_NOT_RENEWABLE') return <Text c="dimmed">{error.told}</Text>;
  return <ErrorNotice error={error} />;
}

/** The next term can be paid by hand only near the end of the present one: nobody buys a month ahead by accident. */
function Offered({ quote }: { quote: RenewalQuote }) {
  const t = useBillingText();
  const format = useFormats();
  const from = new Date(new Date(quote.periodStart).getTime() - RENEWAL_OFFERED_DAYS * DAY_MS);
  if (new Date(quote.quotedAt) >= from) return <Offer quote={quote} />;
  return <Text c="dimmed">{t.renewFrom(format.date(from.toISOString()))}</Text>;
}

function Offer({ quote }: { quote: RenewalQuote }) {
  const t = useBillingText();
  const format = useFormats();
  const accountId = useAccountId();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const here = useHere();
  const cardName = useCardName();
  const card = useQuery(cardsQuery(accountId)).data?.find((one) => one.default);
  const idempotencyKey = useMemo(() => `${quote.periodStart} ${newIdempotencyKey()}`, [quote.periodStart]);
  const renew = useMutation({
    mutationFn: () =>
      call(renewOrder, {
        params: { accountId, orderId: quote.orderId },
        // The card that was named, whatever is the default by then.
        body: { ...(card && { cardId: card.id }), expectedTotalCad: quote.total, expectedPeriodStart: quote.periodStart },
        idempotencyKey,
      }),
    onSuccess: async ({ paymentId }) => {
      void queryClient.invalidateQueries({ queryKey: [accountId] });
      await navigate({ to: '/console/billing/payments/$paymentId', params: { paymentId } });
    },
    // The price, or the card: what is confirmed next is what is so now.
    onError: () => queryClient.invalidateQueries({ queryKey: [accountId] }),
  });
  const lines = [
    { name: t.renewPlan, amount: quote.plan },
    ...(quote.backups > 0 ? [{ name: t.renewBackups, amount: quote.backups }] : []),
  ];
  return (
    <Stack align="flex-start">
      <Text>{t.renewText(format.date(quote.periodStart), format.date(quote.periodEnd))}</Text>
      <PriceLines lines={lines} taxes={quote.taxes} total={{ name: t.charged, amount: quote.total }} />
      {quote.hasCard ? (
        <Button variant="default" onClick={() => setAsking(true)}>
          {t.renewNow}
        </Button>
      ) : (
        <LinkButton to="/console/billing/payment-methods/add" search={{ next: here }} variant="default">
          {t.addCard}
        </LinkButton>
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t.renewConfirmTitle}
        text={t.renewConfirm({
          card: card ? cardName(card) : t.yourDefaultCard,
          total: format.money(quote.total),
          date: format.date(quote.quotedAt),
          server: quote.serverName,
          start: format.date(quote.periodStart),
          end: format.date(quote.periodEnd),
        })}
        action={t.pay(format.money(quote.total))}
        busy={renew.isPending}
        error={renew.error}
        onConfirm={() => renew.mutate()}
      />
    </Stack>
  );
}
