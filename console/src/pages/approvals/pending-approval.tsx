import { decideApproval } from '@boreal/contract/endpoints/console/agents.ts';
import { chargingTools, type AgentApproval } from '@boreal/contract/agents/agents.ts';
import { Button, Card, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { approvalsKey } from '../../api/agents.ts';
import { cardsQuery } from '../../api/cards.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { Money } from '../../parts/money.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { ReasonedButton } from '../../parts/reasoned-button.tsx';
import { Timed } from '../../parts/time.tsx';
import { ApproveCharge } from './approve-charge.tsx';
import { useApprovalsText } from './text.ts';
import { useDeed } from './use-deed.ts';

/** What an agent wants to spend: how much, what for, and the two answers. */
export function PendingApproval({ approval }: { approval: AgentApproval }) {
  const { id, key, tool, charge, hourly, expiresAt } = approval;
  const t = useApprovalsText();
  const deed = useDeed()(tool);
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  const mayDecide = useMayDo('keys.write');
  const mayPay = useMayDo('billing.write');
  const pays = chargingTools.some((one) => one === tool);
  const [asking, setAsking] = useState(false);
  const reason = mayDecide ? (pays && !mayPay ? t.mayNotPay : null) : t.mayNot;
  const decide = useMutation({
    mutationFn: (body: { decision: 'approved' | 'refused'; expectedCardId?: string | undefined }) =>
      call(decideApproval, { params: { accountId, approvalId: id }, body }),
    onSuccess: (_answer, { decision }) => notifyDone(t[decision]),
    // Somebody else may have been faster: the list then says so.
    onSettled: () => queryClient.invalidateQueries({ queryKey: approvalsKey(accountId) }),
    onError: () => queryClient.invalidateQueries(cardsQuery(accountId)),
  });
  const busy = (decision: 'approved' | 'refused') => decide.isPending && decide.variables.decision === decision;
  return (
    <Card component="article" aria-label={`${deed}, ${key.name}`}>
      <Stack gap="sm">
        <div>
          <Text size="sm" c="dimmed">
            {t.asks(key.name)}
          </Text>
          <Title order={3} size="h2">
            {deed}
          </Title>
        </div>
        <Group gap="xl">
          <Amount name={t.chargeNow} value={charge > 0 ? <Money cad={charge} /> : t.nothing} />
          <Amount name={t.hourly} value={hourly > 0 ? <Money cad={hourly} rate /> : t.nothing} />
        </Group>
        <div>
          <Text size="sm" c="dimmed">
            {t.argumentsAre}
          </Text>
          <Group gap="xs" mt={4}>
            {Object.entries(approval.arguments).map(([name, value]) => (
              <Code key={name} style={{ overflowWrap: 'anywhere' }}>
                {name}: {typeof value === 'string' ? value : JSON.stringify(value)}
              </Code>
            ))}
          </Group>
        </div>
        {decide.error && !asking && <ErrorNotice error={decide.error} />}
        <Group>
          <ReasonedButton
            reason={reason}
            loading={busy('approved')}
            aria-label={t.approveName(deed, key.name)}
            onClick={() => (pays ? setAsking(true) : decide.mutate({ decision: 'approved' }))}
          >
            {t.approve}
          </ReasonedButton>
          {mayDecide && (
            <Button
              variant="default"
              loading={busy('refused')}
              aria-label={t.refuseName(deed, key.name)}
              onClick={() => decide.mutate({ decision: 'refused' })}
            >
              {t.refuse}
            </Button>
          )}
          <Text size="sm" c="dimmed">
            <Timed iso={expiresAt} sentence={t.expires} />
          </Text>
        </Group>
      </Stack>
      {pays && mayPay && (
        <ApproveCharge
          opened={asking}
          onClose={() => setAsking(false)}
          approval={approval}
          busy={busy('approved')}
          error={decide.error}
          onConfirm={(expectedCardId) => decide.mutate({ decision: 'approved', expectedCardId })}
        />
      )}
    </Card>
  );
}

function Amount({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text fz="lg" fw={650} className="figures">
        {value}
      </Text>
    </div>
  );
}
