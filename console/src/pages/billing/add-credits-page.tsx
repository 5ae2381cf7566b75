import { MINIMUM_TOPUP_CAD } from '@boreal/contract/billing.ts';
import { MAXIMUM_TOPUP_CAD, type Card as SavedCard, type CreateTopUpRequest } from '@boreal/contract/payments.ts';
import { Button, Card, Chip, Group, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { newIdempotencyKey } from '../../api/call.ts';
import { cardsQuery } from '../../api/cards.ts';
import { createTopUp, topUpQuoteQuery } from '../../api/payments.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNotice, fieldError } from '../../parts/error-notice.tsx';
import { Queried } from '../../parts/queried.tsx';
import { ReasonedButton } from '../../parts/reasoned-button.tsx';
import { AmountInput } from './amount-input.tsx';
import { wholeCents } from './amounts.ts';
import { BillingFrame } from './billing-frame.tsx';
import { ADD_CARD_PATH, paymentPath } from './card-paths.ts';
import { useCardName } from './card-name.ts';
import { PriceLines } from './price-lines.tsx';
import { withNext } from '../../app/use-next.ts';
import { useBillingText } from './text.ts';

const SUGGESTED_CAD = [25, 50, 100, 500] as const;

/** Buys credit with a saved card. */
export function AddCreditsPage() {
  const t = useBillingText();
  const cards = useQuery(cardsQuery(useAccountId()));
  return (
    <BillingFrame title={t.addCredits} about={t.addCreditsAbout}>
      <Queried query={cards}>
        {(saved) => {
          const first = saved.find((card) => card.default) ?? saved[0];
          return first === undefined ? (
            <Card>
              <EmptyState
                title={t.noCardTitle}
                text={t.noCardText}
                action={
                  <Button component={Link} to={ADD_CARD_PATH}>
                    {t.addCard}
                  </Button>
                }
              />
            </Card>
          ) : (
            <TopUpForm cards={saved} first={first} />
          );
        }}
      </Queried>
    </BillingFrame>
  );
}

function TopUpForm({ cards, first }: { cards: readonly SavedCard[]; first: SavedCard }) {
  const t = useBillingText();
  const format = useFormats();
  const accountId = useAccountId();
  const mayPay = useMayDo('billing.write');
  const nameOf = useCardName();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<number | string>(50);
  const [cardId, setCardId] = useState(first.id);
  const cents = wholeCents(typed);
  const amountCad = cents !== null && cents >= MINIMUM_TOPUP_CAD && cents <= MAXIMUM_TOPUP_CAD ? cents : null;
  const [quoted] = useDebouncedValue(amountCad, 200);
  const quote = useQuery({
    ...topUpQuoteQuery(accountId, { amountCad: quoted ?? MINIMUM_TOPUP_CAD, cardId }),
    enabled: quoted !== null,
    placeholderData: keepPreviousData,
  });
  const ready = amountCad !== null && quote.data !== undefined && quote.data.credit === amountCad ? quote.data : null;
  // One for what is wanted now: pressed again after a lost answer, it is the same purchase.
  const wanted = `${amountCad} ${cardId}`;
  const idempotencyKey = useMemo(() => `${wanted} ${newIdempotencyKey()}`, [wanted]);
  const pay = useMutation({
    mutationFn: (body: CreateTopUpRequest) => createTopUp(accountId, body, idempotencyKey),
    onSuccess: async ({ paymentId }) => {
      void queryClient.invalidateQueries({ queryKey: [accountId] });
      await navigate({ to: paymentPath(paymentId) });
    },
  });
  const [min, max] = [format.money(MINIMUM_TOPUP_CAD), format.money(MAXIMUM_TOPUP_CAD)];
  return (
    <Card maw={560}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (mayPay && ready && !pay.isPending) pay.mutate({ amountCad: ready.credit, cardId, expectedTotalCad: ready.total });
        }}
      >
        <Stack>
          <AmountInput
            label={t.amount}
            description={t.amountHint(min, max)}
            value={typed}
            onChange={setTyped}
            error={amountCad === null ? t.amountWrong(min, max) : null}
          />
          <Chip.Group value={String(typed)} onChange={(value) => setTyped(Number(value))}>
            <Group gap="xs" role="group" aria-label={t.amount}>
              {SUGGESTED_CAD.map((cad) => (
                <Chip key={cad} value={String(cad)} variant="outline">
                  {format.money(cad)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          <Select
            label={t.card}
            value={cardId}
            onChange={(value) => value !== null && setCardId(value)}
            data={cards.map((card) => ({ value: card.id, label: nameOf(card) }))}
            allowDeselect={false}
          />
          {ready && (
            <PriceLines
              lines={[{ name: t.credit, amount: ready.credit }]}
              taxes={ready.taxes}
              total={{ name: t.charged, amount: ready.total }}
            />
          )}
          {quote.error && amountCad !== null && <QuoteProblem error={quote.error} />}
          {pay.error && <ErrorNotice error={pay.error} />}
          {mayPay ? (
            <Button type="submit" loading={pay.isPending} disabled={ready === null}>
              {t.pay(ready ? format.money(ready.total) : '…')}
            </Button>
          ) : (
            <ReasonedButton reason={t.mayNotWrite} onClick={() => undefined}>
              {t.addCredits}
            </ReasonedButton>
          )}
        </Stack>
      </form>
    </Card>
  );
}

/** Without an address there are no taxes to tell: that is for the profile. */
function QuoteProblem({ error }: { error: unknown }) {
  const t = useBillingText();
  if (fieldError(error, 'address') === null) return <ErrorNotice error={error} />;
  return (
    <Stack gap="xs" align="flex-start" role="alert">
      <Text>{t.addressNeeded}</Text>
      <Button component="a" href={withNext('/console/profile', '/console/billing/add-credits')} variant="default">
        {t.toProfile}
      </Button>
    </Stack>
  );
}
