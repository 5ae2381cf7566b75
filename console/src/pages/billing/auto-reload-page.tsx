import { MINIMUM_TOPUP_CAD } from '@boreal/contract/billing.ts';
import type { AutoReload, SetAutoReloadRequest } from '@boreal/contract/payments.ts';
import { Alert, Button, Card, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { autoReloadQuery, setAutoReload } from '../../api/billing.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { ErrorNotice, fieldError } from '../../parts/error-notice.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { Queried } from '../../parts/queried.tsx';
import { AmountInput } from './amount-input.tsx';
import { wholeCents } from './amounts.ts';
import { BillingFrame } from './billing-frame.tsx';
import { ADD_CARD_PATH } from './card-paths.ts';
import { reloadState } from './reload-state.ts';
import { SaveButton } from './save-button.tsx';
import { useBillingText } from './text.ts';

/** Whether, when and how much credit is bought by itself. */
export function AutoReloadPage() {
  const t = useBillingText();
  const format = useFormats();
  const reload = useQuery(autoReloadQuery(useAccountId()));
  return (
    <BillingFrame title={t.autoReloadTitle} about={t.autoReloadAbout}>
      <Queried query={reload}>
        {(told) => (
          <Stack maw={560}>
            <State reload={told} />
            <ReloadForm reload={told} />
            <Text c="dimmed" size="sm">
              {t.reloadedThisMonth(format.money(told.reloadedThisMonth))}
            </Text>
          </Stack>
        )}
      </Queried>
    </BillingFrame>
  );
}

/** Why it does not buy, where it is on and does not. */
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
            <Button component={Link} to="/console/billing/add-credits" variant="default" size="xs">
              {t.addCredits}
            </Button>
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
  const [enabled, setEnabled] = useState(reload.enabled);
  const [threshold, setThreshold] = useState<number | string>(reload.threshold ?? 10);
  const [amount, setAmount] = useState<number | string>(reload.amount ?? 50);
  const [limit, setLimit] = useState<number | string>(reload.monthlyLimit ?? '');
  const save = useMutation({
    mutationFn: (body: SetAutoReloadRequest) => setAutoReload(accountId, body),
    onSuccess: (after) => {
      queryClient.setQueryData(autoReloadQuery(accountId).queryKey, after);
      notifyDone(t.saved);
    },
  });
  const wanted = { thresholdCad: wholeCents(threshold), amountCad: wholeCents(amount), monthlyLimitCad: wholeCents(limit) };
  const problems = {
    threshold: wanted.thresholdCad === null ? t.amountInvalid : fieldError(save.error, 'thresholdCad'),
    amount: wanted.amountCad === null ? t.amountInvalid : fieldError(save.error, 'amountCad'),
    limit: fieldError(save.error, 'monthlyLimitCad'),
  };
  return (
    <Card>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const { thresholdCad, amountCad, monthlyLimitCad } = wanted;
          if (mayWrite && thresholdCad !== null && amountCad !== null) save.mutate({ enabled, thresholdCad, amountCad, monthlyLimitCad });
        }}
      >
        <Stack>
          <Switch label={t.autoReloadOn} checked={enabled} onChange={(event) => setEnabled(event.currentTarget.checked)} />
          <AmountInput label={t.threshold} value={threshold} onChange={setThreshold} error={problems.threshold} />
          <AmountInput
            label={t.reloadAmount}
            description={t.reloadAmountHint(format.money(MINIMUM_TOPUP_CAD))}
            value={amount}
            onChange={setAmount}
            error={problems.amount}
          />
          <AmountInput label={t.monthlyLimit} description={t.monthlyLimitHint} value={limit} onChange={setLimit} error={problems.limit} />
          {save.error && <ErrorNotice error={save.error} />}
          {isApiError(save.error) && save.error.code === 'PAYMENT_REQUIRED' && (
            <Button component={Link} to={ADD_CARD_PATH} variant="default">
              {t.addCard}
            </Button>
          )}
          <SaveButton mayWrite={mayWrite} busy={save.isPending} />
        </Stack>
      </form>
    </Card>
  );
}
