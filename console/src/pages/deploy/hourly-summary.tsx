import { createServer } from '@boreal/contract/endpoints/console/servers.ts';
import type { GpuPlan } from '@boreal/contract/shop/catalog.ts';
import { Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isRefusal } from '../../api/api-error.ts';
import { newIdempotencyKey, call } from '../../api/call.ts';
import { deployQuoteQuery } from '../../api/catalog.ts';
import { useAccountId } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { CostLines } from '../../parts/cost-lines.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { ExactMoney } from '../../parts/exact-money.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { LinkAnchor } from '../../parts/page-links.tsx';
import { Queried } from '../../parts/queried.tsx';
import { ReasonedButton } from '../../parts/reasoned-button.tsx';
import { asked, type ServerOrder } from './server-order.ts';
import { SummaryFrame } from './summary-frame.tsx';
import { useDeployText } from './text.ts';

interface HourlySummaryProps {
  readonly plan: GpuPlan;
  readonly order: ServerOrder;
  /** Where to come back to from adding credit or changing the budget. */
  readonly back: string;
}

/** What the server costs from the credit, and the button that buys it. */
export function HourlySummary({ plan, order: chosen, back }: HourlySummaryProps) {
  const t = useDeployText();
  const format = useFormats();
  const accountId = useAccountId();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const quote = useQuery(deployQuoteQuery(accountId, { productId: plan.id, region: chosen.region }));
  // The same wish, pressed twice or sent again after a lost answer, makes one server.
  const [wish, setWish] = useState(newIdempotencyKey);
  const deploy = useMutation({
    mutationFn: (expectedHourlyRateCad: number | undefined) =>
      call(createServer, {
        params: { accountId },
        body: { productId: plan.id, ...asked(chosen), expectedHourlyRateCad },
        idempotencyKey: wish,
      }),
    onSuccess: async (server) => {
      notifyDone(t.deployed(server.name));
      void queryClient.invalidateQueries({ queryKey: [accountId] });
      await navigate({ to: '/console/servers/$serverId/{-$tab}', params: { serverId: server.id } });
    },
    // A refusal is stored with its key: the next wish needs another.
    onError: (error) => {
      if (isRefusal(error)) setWish(newIdempotencyKey());
      void quote.refetch();
    },
  });
  return (
    <Queried query={quote}>
      {({ pricing, requiredCredits, currentBalance, shortfall, sufficient, estimatedRuntimeHours, budget, deployable }) => {
        const problem = reason({ sshKeyId: chosen.sshKeyId, deployable, sufficient, wouldExceed: budget.wouldExceed });
        return (
          <SummaryFrame
            price={<ExactMoney cad={pricing?.hourly ?? 0} rate told={t.perHour} />}
            of={plan.name}
            button={
              <ReasonedButton
                reason={problem}
                size="md"
                fullWidth
                loading={deploy.isPending}
                onClick={() => deploy.mutate(pricing?.hourly)}
              >
                {t.deploy}
              </ReasonedButton>
            }
          >
            <CostLines
              lines={[
                { name: t.firstHour, value: <ExactMoney cad={requiredCredits ?? 0} />, strong: true },
                { name: plan.spot ? t.eachHourSpot : t.eachHour, value: <ExactMoney cad={pricing?.hourly ?? 0} rate /> },
                { name: t.aMonth, value: <ExactMoney cad={(pricing?.hourly ?? 0) * 730} /> },
                { name: t.balance, value: <ExactMoney cad={currentBalance} /> },
                ...(estimatedRuntimeHours === null ? [] : [{ name: t.lasts, value: format.duration(estimatedRuntimeHours) }]),
              ]}
            />
            {!sufficient && (
              <Text size="sm">
                <ExactMoney cad={shortfall} told={t.short} />{' '}
                <LinkAnchor to="/console/billing/add-credits" search={{ next: back }} underline="always">
                  {t.addCredit}
                </LinkAnchor>
              </Text>
            )}
            {budget.wouldExceed && (
              <Text size="sm">
                {t.overBudget}{' '}
                <LinkAnchor to="/console/billing/budget" search={{ next: back }} underline="always">
                  {t.changeBudget}
                </LinkAnchor>
              </Text>
            )}
            {deploy.error && <ErrorNotice error={deploy.error} />}
          </SummaryFrame>
        );
      }}
    </Queried>
  );

  function reason(found: { sshKeyId: string | null; deployable: boolean; sufficient: boolean; wouldExceed: boolean }): string | null {
    if (chosen.nameProblem !== null) return chosen.nameProblem;
    if (found.sshKeyId === null) return t.needKey;
    if (!found.sufficient) return t.short(format.money(quote.data?.shortfall ?? 0));
    if (found.wouldExceed) return t.overBudget;
    return found.deployable ? null : t.notNow;
  }
}
