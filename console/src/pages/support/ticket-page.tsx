import { closeTicket } from '@boreal/contract/endpoints/console/tickets.ts';
import type { TicketMessage, TicketToAnswer } from '@boreal/contract/account/support.ts';
import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { ticketQuery, ticketsKey } from '../../api/support.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { LinkAnchor } from '../../parts/page-links.tsx';
import { QueriedPage } from '../../parts/queried-page.tsx';
import { Ago } from '../../parts/ago.tsx';
import { Timed } from '../../parts/time.tsx';
import { ReplyForm } from './reply-form.tsx';
import { useSupportText } from './text.ts';
import { TicketBadge } from './ticket-badge.tsx';

/** A conversation with support. */
export function TicketPage() {
  const accountId = useAccountId();
  const { ticketId } = useParams({ from: '/console/support/$ticketId' });
  const ticket = useQuery(ticketQuery(accountId, ticketId));
  return <QueriedPage query={ticket}>{(found) => <Conversation ticket={found} />}</QueriedPage>;
}

function Conversation({ ticket }: { ticket: TicketToAnswer }) {
  const t = useSupportText();
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  const mayAsk = useMayDo('tickets.write');
  // Who only reads the account writes to the own tickets alone.
  const mayWrite = mayAsk && ticket.mayWrite !== false;
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ticketQuery(accountId, ticket.id).queryKey }),
      queryClient.invalidateQueries({ queryKey: ticketsKey(accountId) }),
    ]);
  const close = useMutation({
    mutationFn: () => call(closeTicket, { params: { accountId, ticketId: ticket.id } }),
    onSuccess: async () => {
      notifyDone(t.closed);
      await refresh();
    },
  });
  return (
    <>
      <PageHeader
        title={ticket.subject}
        about={
          <Group gap="sm">
            <TicketBadge status={ticket.status} />
            <span>
              <Timed iso={ticket.createdAt} sentence={t.opened} />
            </span>
            {ticket.serverId !== null && (
              <LinkAnchor to="/console/servers/$serverId/{-$tab}" params={{ serverId: ticket.serverId }} underline="always">
                {t.toServer}
              </LinkAnchor>
            )}
          </Group>
        }
        actions={
          ticket.status !== 'closed' &&
          mayWrite && (
            <Button variant="default" loading={close.isPending} onClick={() => close.mutate()}>
              {t.close}
            </Button>
          )
        }
      />
      <Stack maw={820}>
        {close.error && <ErrorNotice error={close.error} />}
        <Stack role="log" aria-label={t.messages}>
          {ticket.messages.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </Stack>
        {mayAsk && !mayWrite && (
          <Text size="sm" c="dimmed">
            {t.notYours}
          </Text>
        )}
        {mayWrite && <ReplyForm ticketId={ticket.id} closed={ticket.status === 'closed'} onSent={refresh} />}
        <LinkAnchor to="/console/support" size="sm">
          {t.toTickets}
        </LinkAnchor>
      </Stack>
    </>
  );
}

function Message({ message: { from, author, message, createdAt } }: { message: TicketMessage }) {
  const t = useSupportText();
  const support = from === 'operator';
  return (
    <Card
      ml={support ? 0 : { base: 'md', sm: 'xl' }}
      mr={support ? { base: 'md', sm: 'xl' } : 0}
      bg={support ? 'var(--mantine-color-boreal-light)' : undefined}
    >
      <Group justify="space-between" mb={4} gap="xs">
        <Text fw={600}>{support ? t.support : (author ?? t.customer)}</Text>
        <Text size="sm">
          <Ago iso={createdAt} />
        </Text>
      </Group>
      <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{message}</Text>
    </Card>
  );
}
