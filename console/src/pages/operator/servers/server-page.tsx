import { creditAccount } from '@boreal/contract/endpoints/operator/accounts.ts';
import { retryServer } from '@boreal/contract/endpoints/operator/oversight.ts';
import { actOnAnyServer, preemptServer } from '@boreal/contract/endpoints/operator/servers.ts';
import { endpointOf } from '@boreal/contract/servers/ssh-command.ts';
import type { OperatorServerDetail } from '@boreal/contract/operator/operator.ts';
import { OperatorServerAction } from '@boreal/contract/operator/server-action.ts';
import { Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { plansQuery } from '../../../api/operator/catalog.ts';
import { retry } from '../../../api/operator/oversight.ts';
import { serverQuery } from '../../../api/operator/servers.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { CopyText } from '../../../parts/copy-text.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { lazyPart } from '../../../parts/lazy-part.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { PageHeader } from '../../../parts/page-header.tsx';
import { QueriedPage } from '../../../parts/queried-page.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { Ago } from '../../../parts/ago.tsx';
import { ExactMoney } from '../../../parts/exact-money.tsx';
import { eventMessage, eventName } from '../../servers/event-name.ts';
import { useServersText } from '../../servers/text.ts';
import { Facts } from '../parts/facts.tsx';
import { AccountLink, PlanLink } from '../parts/links.tsx';
import { RoleButton } from '../parts/role-button.tsx';
import { Section } from '../parts/section.tsx';
import { useOperatorText } from '../parts/text.ts';
import { usePlanName } from '../parts/use-plan-name.ts';
import { useWaitWords } from '../parts/use-wait-words.ts';
import { HaltDialog } from './halt-dialog.tsx';
import { PreemptDialog } from './preempt-dialog.tsx';
import { useOperatorServersText } from './text.ts';
import { useWhyNoHalt } from './use-why-no-halt.ts';

/** Loaded when it is opened: most look. */
const CreditDialog = lazyPart('account-credit', async () => (await import('../accounts/credit-dialog.tsx')).CreditDialog, 0);

/** One server: its state and goal, and what happened to it. */
export function OperatorServerPage() {
  const { serverId } = useParams({ from: '/operator/servers/$serverId' });
  const server = useQuery(serverQuery(serverId));
  return <QueriedPage query={server}>{(found) => <ServerDetail server={found} />}</QueriedPage>;
}

function ServerDetail({ server }: { server: OperatorServerDetail }) {
  const t = useOperatorServersText();
  const waitOf = useWaitWords();
  const words = useOperatorText();
  const format = useFormats();
  const queryClient = useQueryClient();
  const plans = useQuery(plansQuery);
  const planName = usePlanName();
  const [dialog, setDialog] = useState<OperatorServerAction | 'preempt' | 'credit' | null>(null);
  const close = () => setDialog(null);
  const look = useMutation({
    mutationFn: () => retry('servers', server.id),
    onSuccess: () => {
      notifyDone(words.retried);
      void queryClient.invalidateQueries({ queryKey: ['operator', 'server', server.id] });
    },
  });
  const whyNot = useWhyNoHalt();
  const spot = plans.data?.find(({ id }) => id === server.planId)?.spot ?? false;
  const { totals } = server;
  return (
    <>
      <PageHeader
        title={server.name}
        about={<CopyText text={server.id} name={words.server} />}
        actions={
          <>
            {server.waitReason !== null && (
              <RoleButton calls={retryServer} variant="default" loading={look.isPending} onClick={() => look.mutate()}>
                {words.retryNow}
              </RoleButton>
            )}
            <RoleButton calls={creditAccount} variant="default" onClick={() => setDialog('credit')}>
              {t.refund}
            </RoleButton>
            {OperatorServerAction.options.map((action) => (
              <RoleButton
                key={action}
                calls={actOnAnyServer}
                variant="default"
                reason={whyNot(server, action)}
                onClick={() => setDialog(action)}
              >
                {t.halts[action].button}
              </RoleButton>
            ))}
            <RoleButton
              calls={preemptServer}
              variant="outline"
              color="red"
              reason={!spot ? t.onlySpot : server.gpuSlots.length === 0 ? t.noGpus : null}
              onClick={() => setDialog('preempt')}
            >
              {t.preempt}
            </RoleButton>
          </>
        }
      />
      {look.error !== null && <ErrorNotice error={look.error} />}
      <Facts
        facts={[
          [words.status, <StatusBadge key="status" status={server.status} task={server.task} />],
          [words.account, <AccountLink key="account" id={server.accountId} name={server.accountName} />],
          [words.plan, <PlanLink key="plan" id={server.planId} name={planName(server.planId)} />],
          [t.goal, goalName(server.goal, t.goals)],
          [words.host, server.hostName ?? '–'],
          [t.slots, server.gpuSlots.length === 0 ? '–' : server.gpuSlots.join(', ')],
          [t.ipv4, endpointOf(server) ?? '–'],
          [words.waitsFor, waitOf(server.waitReason)],
          [words.attempts, format.number(server.attempts)],
          [t.deadline, server.deadlineAt === null ? '–' : <Ago key="deadline" iso={server.deadlineAt} />],
          [t.hours, format.number(totals.hours)],
          [t.spent, <ExactMoney key="spent" cad={totals.compute + totals.backup} />],
          [t.refunded, <ExactMoney key="refunded" cad={totals.refunds} />],
          [words.created, <Ago key="created" iso={server.createdAt} />],
        ]}
      />
      <Section title={t.events}>
        <DataTable
          caption={t.events}
          rows={server.events}
          rowKey={({ id }) => id}
          columns={[
            { name: t.when, cell: ({ createdAt }) => <Ago iso={createdAt} /> },
            { name: t.event, cell: (event) => <EventText event={event} /> },
            { name: t.by, wraps: true, wideOnly: true, cell: ({ actor }) => actor.name ?? t.actors[actor.type] },
          ]}
          empty={<EmptyState title={t.noEvents} text={t.noEventsText} />}
        />
      </Section>
      {(dialog === 'stop' || dialog === 'hibernate') && <HaltDialog server={server} action={dialog} onClose={close} />}
      {dialog === 'preempt' && <PreemptDialog server={server} onClose={close} />}
      {dialog === 'credit' && <CreditDialog accountId={server.accountId} serverId={server.id} direction="give" onClose={close} />}
    </>
  );
}

function EventText({ event }: { event: OperatorServerDetail['events'][number] }) {
  const message = eventMessage(event);
  return (
    <>
      {eventName(useServersText(), event.type)}
      {message !== null && (
        <Text size="sm" c="dimmed">
          {message}
        </Text>
      )}
    </>
  );
}

function goalName(goal: string, names: Readonly<Record<string, string>>): string {
  return names[goal] ?? goal;
}
