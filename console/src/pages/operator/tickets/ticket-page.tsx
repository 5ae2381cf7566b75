import { answerTicket, closeAnyTicket } from '@boreal/contract/endpoints/operator/support.ts';
import type { OperatorTicketDetail } from '@boreal/contract/operator/operator.ts';
import { ReplyTicketRequest } from '@boreal/contract/account/support.ts';
import { Card, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { ticketQuery } from '../../../api/operator/support.ts';
import { useOperatorMay } from '../../../app/operator-role.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { FormEnd } from '../../../parts/form-buttons.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { PageHeader } from '../../../parts/page-header.tsx';
import { QueriedPage } from '../../../parts/queried-page.tsx';
import { RequestForm } from '../../../parts/request-form.tsx';
import { Ago } from '../../../parts/ago.tsx';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { AccountLink, ServerLink } from '../parts/links.tsx';
import { RoleButton } from '../parts/role-button.tsx';
import { Section } from '../parts/section.tsx';
import { useOperatorTicketsText } from './text.ts';
import { TicketBadge } from './ticket-badge.tsx';

/** One ticket: what was written, and the answer. */
export function OperatorTicketPage() {
  const { ticketId } = useParams({ from: '/operator/tickets/$ticketId' });
  const ticket = useQuery(ticketQuery(ticketId));
  return <QueriedPage query={ticket}>{(found) => <TicketDetail ticket={found} />}</QueriedPage>;
}

function TicketDetail({ ticket }: { ticket: OperatorTicketDetail }) {
  const t = useOperatorTicketsText();
  const queryClient = useQueryClient();
  const [closing, setClosing] = useState(false);
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['operator'] });
  const close = useMutation({
    mutationFn: () => call(closeAnyTicket, { params: { ticketId: ticket.id } }),
    onSuccess: () => {
      notifyDone(t.closedNow);
      setClosing(false);
      void refresh();
    },
  });
  return (
    <>
      <PageHeader
        title={ticket.subject}
        about={
          <Group gap="sm">
            <TicketBadge status={ticket.status} />
            <AccountLink id={ticket.accountId} name={ticket.accountName} />
            {ticket.serverId !== null && <ServerLink id={ticket.serverId} name={t.aboutServer} />}
          </Group>
        }
        actions={
          <RoleButton
            calls={closeAnyTicket}
            variant="default"
            reason={ticket.status === 'closed' ? t.isClosed : null}
            onClick={() => setClosing(true)}
          >
            {t.closeTicket}
          </RoleButton>
        }
      />
      <Section title={t.messages}>
        <Stack component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
          {ticket.messages.map(({ id, from, author, message, createdAt }) => (
            <Card
              key={id}
              component="li"
              ml={from === 'operator' ? { base: 0, sm: 'xl' } : 0}
              mr={from === 'customer' ? { base: 0, sm: 'xl' } : 0}
            >
              <Text size="sm" c="dimmed" mb={4}>
                {author === null ? t.from[from] : `${t.from[from]}, ${author}`} · <Ago iso={createdAt} />
              </Text>
              <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{message}</Text>
            </Card>
          ))}
        </Stack>
      </Section>
      {useOperatorMay(answerTicket.needs) && <AnswerForm ticketId={ticket.id} onSent={refresh} />}
      <ConfirmDialog
        opened={closing}
        onClose={() => setClosing(false)}
        title={t.closeTicket}
        text={t.closeAbout}
        action={t.closeTicket}
        busy={close.isPending}
        error={close.error}
        onConfirm={() => close.mutate()}
      />
    </>
  );
}

function AnswerForm({ ticketId, onSent }: { ticketId: string; onSent: () => Promise<void> }) {
  const t = useOperatorTicketsText();
  const form = useRequestForm({
    initialValues: { message: '' },
    schema: ReplyTicketRequest,
    request: (values) => values,
    send: ({ message }) => call(answerTicket, { params: { ticketId }, body: { message } }),
    onSent: () => {
      notifyDone(t.sent);
      form.reset();
      void onSent();
    },
  });
  return (
    <Card mt="md" component="section" aria-label={t.answer}>
      <RequestForm form={form}>
        <Stack>
          <Textarea label={t.answer} description={t.answerHint} autosize minRows={4} required {...form.field('message')} />
          <FormEnd form={form}>{t.send}</FormEnd>
        </Stack>
      </RequestForm>
    </Card>
  );
}
