import { authenticateSandboxPayment, lookAtPayment } from '@boreal/contract/endpoints/console/charges.ts';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldQuestion } from 'lucide-react';
import { call } from '../../api/call.ts';
import { paymentActionQuery, paymentQuery } from '../../api/payments.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Queried } from '../../parts/queried.tsx';
import { loadStripe, type StripeBrowser } from './load-stripe.ts';
import { useBillingText } from './text.ts';

/** The cardholder's bank asks for authentication: at Stripe in its own window, in the sandbox by two buttons. */
export function ProveCardholder({ paymentId }: { paymentId: string }) {
  const t = useBillingText();
  const accountId = useAccountId();
  const mayPay = useMayDo('billing.write');
  const action = useQuery(paymentActionQuery(accountId, paymentId));
  const queryClient = useQueryClient();
  const settle = useMutation({
    mutationFn: async (prove: () => Promise<unknown>) => {
      await prove();
      queryClient.setQueryData(
        paymentQuery(accountId, paymentId).queryKey,
        await call(lookAtPayment, { params: { accountId, paymentId } }),
      );
    },
  });
  return (
    <Alert color="blue" variant="light" icon={<ShieldQuestion aria-hidden />} title={t.proveTitle} role="status">
      {mayPay ? (
        <Queried query={action}>
          {({ action: asked }) =>
            asked === null ? null : asked.provider === 'sandbox' ? (
              <Stack>
                <Text size="sm">{t.sandboxProveText}</Text>
                <Group>
                  <Button
                    loading={settle.isPending}
                    onClick={() =>
                      settle.mutate(() => call(authenticateSandboxPayment, { params: { accountId, paymentId }, body: { proven: true } }))
                    }
                  >
                    {t.sandboxProve}
                  </Button>
                  <Button
                    variant="default"
                    disabled={settle.isPending}
                    onClick={() =>
                      settle.mutate(() => call(authenticateSandboxPayment, { params: { accountId, paymentId }, body: { proven: false } }))
                    }
                  >
                    {t.sandboxRefuse}
                  </Button>
                </Group>
              </Stack>
            ) : (
              <AtStripe
                publishableKey={asked.publishableKey ?? ''}
                busy={settle.isPending}
                onProve={(stripe) => settle.mutate(() => stripe.handleNextAction({ clientSecret: asked.clientSecret }))}
              />
            )
          }
        </Queried>
      ) : (
        <Text size="sm">{t.mayNotWrite}</Text>
      )}
      {settle.error && <ErrorNotice error={settle.error} />}
    </Alert>
  );
}

/** The bank's own window, opened by Stripe. Whatever its outcome, the provider is asked for the truth. */
function AtStripe({ publishableKey, busy, onProve }: { publishableKey: string; busy: boolean; onProve: (stripe: StripeBrowser) => void }) {
  const t = useBillingText();
  const loaded = useQuery({
    queryKey: ['stripe', publishableKey],
    queryFn: () => loadStripe(publishableKey),
    staleTime: Infinity,
    retry: false,
  });
  if (loaded.isError) return <ProblemNotice text={t.stripeMissing} />;
  return (
    <Stack align="flex-start">
      <Text size="sm">{t.proveText}</Text>
      <Button loading={busy || !loaded.data} onClick={() => loaded.data && onProve(loaded.data)}>
        {t.prove}
      </Button>
    </Stack>
  );
}
