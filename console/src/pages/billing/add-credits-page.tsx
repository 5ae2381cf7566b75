import { createTopUp } from '@boreal/contract/endpoints/console/payments.ts';
import { MINIMUM_TOPUP_CAD } from '@boreal/contract/billing/billing.ts';
import { CreateTopUpRequest, MAXIMUM_TOPUP_CAD, type Card as SavedCard, type TopUpQuote } from '@boreal/contract/billing/payments.ts';
import { Button, Card, Chip, Group, Select, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { newIdempotencyKey, call } from '../../api/call.ts';
import { cardsQuery } from '../../api/cards.ts';
import { topUpQuoteQuery } from '../../api/payments.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { useHere, useNext } from '../../app/use-next.ts';
import { useFormats } from '../../format/use-formats.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { LinkButton } from '../../parts/page-links.tsx';
import { Queried } from '../../parts/queried.tsx';
import { ReasonedButton } from '../../parts/reasoned-button.tsx';
import { FormProblem, RequestForm } from '../../parts/request-form.tsx';
import { amountNeeded, amountOf, type Typed } from '../../parts/typed-values.ts';
import { useRequestForm } from '../../parts/use-request-form.ts';
import { AmountInput } from './amount-input.tsx';
import { BillingFrame } from './billing-frame.tsx';
import { useCardName } from './card-name.ts';
import { PriceLines } from './price-lines.tsx';
import { QuoteProblem } from './quote-problem.tsx';
import { useBillingText } from './text.ts';

const SUGGESTED_CAD = [25, 50, 100, 500] as const;

/** Buys credit with a saved card. */
export function AddCreditsPage() {
  const t = useBillingText();
  const cards = useQuery(cardsQuery(useAccountId()));
  const here = useHere();
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
                  <LinkButton to="/console/billing/payment-methods/add" search={{ next: here }}>
                    {t.addCard}
                  </LinkButton>
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
  const next = useNext();
  const queryClient = useQueryClient();
  const initialValues: { amountCad: Typed; cardId: string } = { amountCad: 50, cardId: first.id };
  // One for the present wish: pressed again after a lost answer, it is the same purchase.
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const form = useRequestForm({
    initialValues,
    // Nothing is bought whose price was not shown.
    schema: CreateTopUpRequest.required({ expectedTotalCad: true }),
    request: (typed): Required<CreateTopUpRequest> => ({
      amountCad: amountNeeded(typed.amountCad),
      cardId: typed.cardId,
      expectedTotalCad: ready?.total ?? Number.NaN,
    }),
    asksFirst: () => true,
    send: (request) => call(createTopUp, { params: { accountId }, body: request, idempotencyKey }),
    onSent: async ({ paymentId }) => {
      void queryClient.invalidateQueries({ queryKey: [accountId] });
      await navigate({ to: '/console/billing/payments/$paymentId', params: { paymentId }, search: { next } });
    },
    onRefused: () => void quote.refetch(),
    onValuesChange: () => setIdempotencyKey(newIdempotencyKey()),
    checkWhileTyping: true,
    locked: !mayPay,
  });
  const { cardId } = form.values;
  const amountCad = CreateTopUpRequest.shape.amountCad.safeParse(amountOf(form.values.amountCad)).data ?? null;
  const [quoted] = useDebouncedValue(amountCad, 200);
  const quote = useQuery({
    ...topUpQuoteQuery(accountId, { amountCad: quoted ?? MINIMUM_TOPUP_CAD, cardId }),
    enabled: quoted !== null,
    placeholderData: keepPreviousData,
  });
  const ready: TopUpQuote | null = amountCad !== null && quote.data !== undefined && quote.data.credit === amountCad ? quote.data : null;
  const [min, max] = [format.money(MINIMUM_TOPUP_CAD), format.money(MAXIMUM_TOPUP_CAD)];
  return (
    <Card maw={560}>
      <RequestForm form={form}>
        <Stack>
          <AmountInput label={t.amount} description={t.amountHint(min, max)} {...form.field('amountCad')} />
          <Chip.Group value={String(form.values.amountCad)} onChange={(value) => form.set('amountCad', Number(value))}>
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
            {...form.field('cardId')}
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
          <QuoteProblem error={amountCad === null ? null : quote.error} />
          <FormProblem form={form} />
          {mayPay ? (
            <Button type="submit" loading={form.busy} disabled={ready === null}>
              {t.payAsks(ready ? format.money(ready.total) : '')}
            </Button>
          ) : (
            <ReasonedButton reason={t.mayNotWrite} onClick={() => undefined}>
              {t.addCredits}
            </ReasonedButton>
          )}
        </Stack>
      </RequestForm>
      {ready !== null && (
        <ConfirmDialog
          opened={form.question.open}
          onClose={form.question.no}
          title={t.payConfirmTitle}
          text={t.payConfirm({
            card: nameOf(ready.card ?? first),
            total: format.money(ready.total),
            credit: format.money(ready.credit),
            date: format.date(ready.quotedAt),
          })}
          action={t.pay(format.money(ready.total))}
          busy={form.busy}
          onConfirm={form.question.yes}
        />
      )}
    </Card>
  );
}
