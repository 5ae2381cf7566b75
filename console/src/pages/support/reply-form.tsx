import { replyTicket } from '@boreal/contract/endpoints/console/tickets.ts';
import { ReplyTicketRequest } from '@boreal/contract/account/support.ts';
import { Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { newIdempotencyKey, call } from '../../api/call.ts';
import { useAccountId } from '../../app/account.tsx';
import { SubmitButton } from '../../parts/form-buttons.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { FormProblem, RequestForm } from '../../parts/request-form.tsx';
import { useRequestForm } from '../../parts/use-request-form.ts';
import { useSupportText } from './text.ts';

interface ReplyProps {
  readonly ticketId: string;
  readonly closed: boolean;
  readonly onSent: () => Promise<unknown>;
}

/** Writes to a ticket; a message is sent once, however often the button is pressed. */
export function ReplyForm({ ticketId, closed, onSent }: ReplyProps) {
  const t = useSupportText();
  const accountId = useAccountId();
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const form = useRequestForm({
    initialValues: { message: '' },
    schema: ReplyTicketRequest,
    request: (values) => values,
    send: ({ message }) => call(replyTicket, { params: { accountId, ticketId }, body: { message }, idempotencyKey }),
    onSent: async () => {
      form.reset();
      notifyDone(t.sent);
      await onSent();
    },
    // Other words are another request.
    onValuesChange: () => setIdempotencyKey(newIdempotencyKey()),
  });
  return (
    <RequestForm form={form}>
      <Stack>
        <Textarea
          label={t.answer}
          description={closed ? t.answerClosed : undefined}
          autosize
          minRows={4}
          maxRows={20}
          {...form.field('message')}
        />
        <FormProblem form={form} />
        <Group>
          <SubmitButton form={form}>{t.send}</SubmitButton>
        </Group>
      </Stack>
    </RequestForm>
  );
}
