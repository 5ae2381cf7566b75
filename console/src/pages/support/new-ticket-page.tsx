import { createTicket } from '@boreal/contract/endpoints/console/tickets.ts';
import { CreateTicketRequest } from '@boreal/contract/account/support.ts';
import { Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { newIdempotencyKey, call } from '../../api/call.ts';
import { serversQuery } from '../../api/servers.ts';
import { ticketsKey } from '../../api/support.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { SubmitButton } from '../../parts/form-buttons.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { LinkButton } from '../../parts/page-links.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { FormProblem, RequestForm } from '../../parts/request-form.tsx';
import { useRequestForm } from '../../parts/use-request-form.ts';
import { useSupportText } from './text.ts';

const SUBJECT_MAX = 100;

/** Asks support for help. */
export function NewTicketPage() {
  const t = useSupportText();
  const mayWrite = useMayDo('tickets.write');
  return (
    <>
      <PageHeader title={t.create} about={t.about} />
      {mayWrite ? <Ask /> : <ProblemNotice text={t.mayNot} />}
    </>
  );
}

function Ask() {
  const t = useSupportText();
  const shell = useShellText();
  const accountId = useAccountId();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const servers = useQuery(serversQuery(accountId));
  const { subject = '' } = useSearch({ from: '/console/support/new' });
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const form = useRequestForm({
    initialValues: { subject: subject.slice(0, SUBJECT_MAX), message: '', serverId: '' },
    schema: CreateTicketRequest,
    request: ({ serverId, ...said }) => (serverId === '' ? said : { ...said, serverId }),
    send: (body) => call(createTicket, { params: { accountId }, body, idempotencyKey }),
    onSent: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: ticketsKey(accountId) });
      await navigate({ to: '/console/support/$ticketId', params: { ticketId: id } });
    },
    // Other words are another request.
    onValuesChange: () => setIdempotencyKey(newIdempotencyKey()),
  });
  return (
    <RequestForm form={form}>
      <Stack maw={720}>
        <TextInput
          label={t.subject}
          description={t.subjectHint}
          {...form.field('subject')}
          maxLength={SUBJECT_MAX}
          autoFocus={subject === ''}
        />
        <NativeSelect
          label={t.server}
          {...form.field('serverId')}
          data={[{ value: '', label: t.noServer }, ...(servers.data ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
        />
        <Textarea
          label={t.message}
          description={t.messageHint}
          autosize
          minRows={6}
          maxRows={20}
          {...form.field('message')}
          autoFocus={subject !== ''}
        />
        <FormProblem form={form} />
        <Group>
          <SubmitButton form={form}>{t.send}</SubmitButton>
          <LinkButton to="/console/support" variant="default">
            {shell.cancel}
          </LinkButton>
        </Group>
      </Stack>
    </RequestForm>
  );
}
