import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { newIdempotencyKey } from '../../api/call.ts';
import { serversQuery } from '../../api/servers.ts';
import { createTicket, ticketsKey } from '../../api/support.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { ErrorNotice, fieldError } from '../../parts/error-notice.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { useSupportText } from './text.ts';

/** Asks the people who run the place for help. */
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
  const [form, setForm] = useState({ subject: '', message: '', serverId: '' });
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const create = useMutation({
    mutationFn: () => {
      const { serverId, ...said } = form;
      return createTicket(accountId, { body: serverId === '' ? said : { ...said, serverId }, idempotencyKey });
    },
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: ticketsKey(accountId) });
      await navigate({ to: `/console/support/${id}` });
    },
  });
  const change = (part: Partial<typeof form>) => {
    setForm((before) => ({ ...before, ...part }));
    // Other words are another request.
    setIdempotencyKey(newIdempotencyKey());
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <Stack maw={720}>
        <TextInput
          label={t.subject}
          description={t.subjectHint}
          value={form.subject}
          onChange={(event) => change({ subject: event.currentTarget.value })}
          error={fieldError(create.error, 'subject')}
          maxLength={100}
          autoFocus
        />
        <NativeSelect
          label={t.server}
          value={form.serverId}
          onChange={(event) => change({ serverId: event.currentTarget.value })}
          data={[{ value: '', label: t.noServer }, ...(servers.data ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
        />
        <Textarea
          label={t.message}
          description={t.messageHint}
          autosize
          minRows={6}
          maxRows={20}
          value={form.message}
          onChange={(event) => change({ message: event.currentTarget.value })}
          error={fieldError(create.error, 'message')}
        />
        {create.error && <ErrorNotice error={create.error} />}
        <Group>
          <Button type="submit" loading={create.isPending}>
            {t.send}
          </Button>
          <Button component={Link} to="/console/support" variant="default">
            {shell.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
