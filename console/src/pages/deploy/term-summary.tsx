import { createOrder } from '@boreal/contract/endpoints/console/orders.ts';
import type { GpuPlan } from '@boreal/contract/shop/catalog.ts';
import type { PrepaidCycle } from '@boreal/contract/billing/orders.ts';
import { Checkbox, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isRefusal } from '../../api/api-error.ts';
import { newIdempotencyKey, call } from '../../api/call.ts';
import { cardsQuery } from '../../api/cards.ts';
import { orderQuoteQuery } from '../../api/catalog.ts';
import { useAccountId } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { CostLines } from '../../parts/cost-lines.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { LinkAnchor } from '../../parts/page-links.tsx';
import { Queried } from '../../parts/queried.tsx';
import { ReasonedButton } from '../../parts/reasoned-button.tsx';
import { useCardName } from '../billing/card-name.ts';
import { QuoteProblem } from '../billing/quote-problem.tsx';
import classes from './deploy.module.css';
import { asked, type ServerOrder } from './server-order.ts';
import { SummaryFrame } from './summary-frame.tsx';
import { useDeployText } from './text.ts';

interface TermSummaryProps {
  readonly plan: GpuPlan;
  readonly cycle: PrepaidCycle;
  readonly order: ServerOrder;
  /** Where to come back to from adding a card. */
  readonly back: string;
}

/** What a term costs on the card with its taxes, and the button that buys it. */
export function TermSummary({ plan, cycle, order: chosen, back }: TermSummaryProps) {
  const t = useDeployText();
  const format = useFormats();
  const { language } = useLanguage();
  const accountId = useAccountId();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const request = { productId: plan.id, cycle, region: chosen.region } as const;
  const quote = useQuery(orderQuoteQuery(accountId, request));
  const card = useQuery(cardsQuery(accountId)).data?.find((one) => one.default);
  const cardName = useCardName();
  const [autoRenew, setAutoRenew] = useState(false);
  const [asking, setAsking] = useState(false);
  const [wish, setWish] = useState(newIdempotencyKey);
  const order = useMutation({
    mutationFn: (expectedTotalCad: number) =>
      call(createOrder, {
        params: { accountId },
        // The card that was named, whatever is the default by then.
        body: { ...request, ...asked(chosen), ...(card && { cardId: card.id }), autoRenew, expectedTotalCad },
        idempotencyKey: wish,
      }),
    onSuccess: async ({ serverId }) => {
      void queryClient.invalidateQueries({ queryKey: [accountId] });
      // The card is charged meanwhile; the server's page shows the outcome, and leads to authentication if the bank wants it.
      await navigate({ to: '/console/servers/$serverId/{-$tab}', params: { serverId: serverId } });
    },
    onError: (error) => {
      setAsking(false);
      if (isRefusal(error)) setWish(newIdempotencyKey());
      void queryClient.invalidateQueries({ queryKey: [accountId] });
    },
  });
  const problem = quote.data === undefined ? quote.error : null;
  return (
    <>
      <div className={problem === null ? undefined : classes.lines}>
        <QuoteProblem error={problem} />
      </div>
      {problem === null && (
        <Queried query={quote}>
          {({ amount, taxes, total, available, hasCard, quotedAt }) => {
            const refusal =
              chosen.nameProblem ?? (chosen.sshKeyId === null ? t.needKey : !available ? t.notNow : hasCard ? null : t.noCard);
            return (
              <SummaryFrame
                price={format.money(total)}
                of={plan.name}
                button={
                  <ReasonedButton reason={refusal} size="md" fullWidth loading={order.isPending} onClick={() => setAsking(true)}>
                    {t.order}
                  </ReasonedButton>
                }
              >
                <CostLines
                  lines={[
                    { name: t.net, value: format.money(amount) },
                    ...taxes.map((tax) => ({ name: tax.label[language], value: format.money(tax.amount) })),
                    { name: t.totalNow, value: format.money(total), strong: true },
                  ]}
                />
                <Checkbox label={t.autoRenew} checked={autoRenew} onChange={(event) => setAutoRenew(event.currentTarget.checked)} />
                {!hasCard && (
                  <Text size="sm">
                    {t.noCard}{' '}
                    <LinkAnchor to="/console/billing/payment-methods/add" search={{ next: back }} underline="always">
                      {t.addCard}
                    </LinkAnchor>
                  </Text>
                )}
                {order.error && <ErrorNotice error={order.error} />}
                <ConfirmDialog
                  opened={asking}
                  onClose={() => setAsking(false)}
                  title={t.orderConfirmTitle}
                  text={t.orderConfirm({
                    card: card ? cardName(card) : t.yourDefaultCard,
                    total: format.money(total),
                    date: format.date(quotedAt),
                    plan: plan.name,
                    cycle,
                    autoRenew,
                  })}
                  action={t.pay(format.money(total))}
                  busy={order.isPending}
                  onConfirm={() => order.mutate(total)}
                />
              </SummaryFrame>
            );
          }}
        </Queried>
      )}
    </>
  );
}
