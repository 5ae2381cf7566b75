import { setAutoReload } from '@boreal/contract/endpoints/console/payments.ts';
import { MINIMUM_TOPUP_CAD } from '@boreal/contract/billing/billing.ts';
import { ConsoleSetAutoReloadRequest, type AutoReload } from '@boreal/contract/billing/payments.ts';
import { Alert, Card, Stack, Switch, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { call } from '../../api/call.ts';
import { isApiError } from '../../api/api-error.ts';
import { creditsQuery } from '../../api/billing.ts';
import { autoReloadQuery, topUpQuoteQuery } from '../../api/payments.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { useHere } from '../../app/use-next.ts';
import { useFormats } from '../../format/use-formats.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { ExactMoney } from '../../parts/exact-money.tsx';
import { Loading } from '../../parts/loading.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { LinkButton } from '../../parts/page-links.tsx';
import { Queried } from '../../parts/queried.tsx';
import { FormProblem, RequestForm } from '../../parts/request-form.tsx';
import { amountNeeded, amountOf, type Typed } from '../../parts/typed-values.ts';
import { useRequestForm } from '../../parts/use-request-form.ts';
import { AmountInput } from './amount-input.tsx';
import { BillingFrame } from './billing-frame.tsx';
import { useCardName } from './card-name.ts';
import { QuoteProblem } from './quote-problem.tsx';
import { firstReload, reloadState } from './reload-state.ts';
import { SaveButton } from './save-button.tsx';
import { useBillingText } from './text.ts';

/** Whether, when and how much credit is bought automatically. */
export function AutoReloadPage() {
  const t = useBillingText();
  const reload = useQuery(autoReloadQuery(useAccountId()));
  return (
    <BillingFrame title={t.autoReloadTitle} about={t.autoReloadAbout}>
      <Queried query={reload}>
        {(told) => (
          <Stack maw={560}>
            <State reload={told} />
            <ReloadForm reload={told} />
            <Text c="dimmed" size="sm">
              <ExactMoney cad={told.reloadedThisMonth} told={t.reloadedThisMonth} />
            </Text>
          </Stack>
        )}
      </Queried>
    </BillingFrame>
  );
}

/** Why it does not buy although it is on. */
function State({ reload }: { reload: AutoReload }) {
  const t = useBillingText();
  switch (reloadState(reload)) {
    case 'stopped':
      return (
        <Alert role="status" color="red" variant="light" icon={<CircleAlert aria-hidden />} title={t.reloadStoppedTitle}>
          {t.reloadStopped}
        </Alert>
      );
    case 'limit':
      return (
        <Alert role="status" color="blue" variant="light" icon={<CircleAlert aria-hidden />} title={t.reloadLimitTitle}>
          <Stack align="flex-start" gap="xs">
            {t.reloadLimit}
            <LinkButton to="/console/billing/add-credits" variant="default" size="xs">
              {t.addCredits}
            </LinkButton>
          </Stack>
        </Alert>
      );
    case 'on':
    case 'off':
      return null;
  }
}

function ReloadForm({ reload }: { reload: AutoReload }) {
  const t = useBillingText();
  const format = useFormats();
  const accountId = useAccountId();
  const mayWrite = useMayDo('billing.write');
  const queryClient = useQueryClient();
  const here = useHere();
  const cardName = useCardName();
  const credits = useQuery(creditsQuery(accountId));
  const initialValues: { enabled: boolean; thresholdCad: Typed; amountCad: Typed; monthlyLimitCad: Typed } = {
    enabled: reload.enabled,
    thresholdCad: reload.threshold ?? 10,
    amountCad: reload.amount ?? 50,
    monthlyLimitCad: reload.monthlyLimit ?? '',
  };
  const form = useRequestForm({
    initialValues,
    schema: ConsoleSetAutoReloadRequest,
    request: ({ enabled, thresholdCad, amountCad, monthlyLimitCad }): ConsoleSetAutoReloadRequest => ({
      enabled,
      thresholdCad: amountNeeded(thresholdCad),
      amountCad: amountNeeded(amountCad),
      monthlyLimitCad: amountOf(monthlyLimitCad),
      // What the question said.
      ...(enabled && { expectedCardId: quote.data?.card?.id, expectedTotalCad: quote.data?.total }),
    }),
    // From now on the card is charged, perhaps within a minute.
    asksFirst: ({ enabled }) => enabled,
    send: (request) => call(setAutoReload, { params: { accountId }, body: request }),
    onSent: (after) => {
      queryClient.setQueryData(autoReloadQuery(accountId).queryKey, after);
      notifyDone(t.saved);
    },
    onRefused: () => void queryClient.invalidateQueries({ queryKey: [accountId] }),
    locked: !mayWrite,
  });
  const limit = amountOf(form.values.monthlyLimitCad);
  const amount = amountOf(form.values.amountCad) ?? MINIMUM_TOPUP_CAD;
  const threshold = amountOf(form.values.thresholdCad) ?? 0;
  const quote = useQuery({ ...topUpQuoteQuery(accountId, { amountCad: amount }), enabled: form.question.open, retry: false });
  const first =
    credits.data === undefined ? null : firstReload({ ...reload, amount, monthlyLimit: limit }, { threshold, credits: credits.data });
  return (
    <Card>
      <RequestForm form={form}>
        <Stack>
          <Switch label={t.autoReloadOn} {...form.tick('enabled')} />
          <AmountInput label={t.threshold} {...form.field('thresholdCad')} />
          <AmountInput
            label={t.reloadAmount}
            description={t.reloadAmountHint(format.money(MINIMUM_TOPUP_CAD))}
            {...form.field('amountCad')}
          />
          <AmountInput label={t.monthlyLimit} description={t.monthlyLimitHint} {...form.field('monthlyLimitCad')} />
          <FormProblem form={form} />
          {isApiError(form.error) && form.error.code === 'PAYMENT_REQUIRED' && (
            <LinkButton to="/console/billing/payment-methods/add" search={{ next: here }} variant="default">
              {t.addCard}
            </LinkButton>
          )}
          <SaveButton mayWrite={mayWrite} busy={form.busy} />
        </Stack>
      </RequestForm>
      <ConfirmDialog
        opened={form.question.open}
        onClose={form.question.no}
        title={t.reloadConfirmTitle}
        text={
          <Stack gap="xs">
            {quote.data && (
              <div>
                {t.reloadConfirm({
                  card: quote.data.card ? cardName(quote.data.card) : t.yourDefaultCard,
                  total: format.money(quote.data.total),
                  amount: format.money(amount),
                  threshold: format.money(threshold),
                  limit: limit === null ? null : format.money(limit),
                })}
              </div>
            )}
            {quote.data && credits.data && first !== null && (
              <div>
                <ExactMoney cad={credits.data.balance} told={(money) => t.reloadFirst[first](money, format.date(quote.data.quotedAt))} />
              </div>
            )}
            {quote.isPending && <Loading />}
            <QuoteProblem error={quote.error} />
          </Stack>
        }
        action={t.reloadConfirmed}
        waits={quote.data === undefined || quote.isFetching || first === null}
        busy={form.busy}
        onConfirm={form.question.yes}
      />
    </Card>
  );
}
