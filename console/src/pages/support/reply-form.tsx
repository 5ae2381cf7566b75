import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { newIdempotencyKey } from '../../api/call.ts';
import { replyTicket } from '../../api/support.ts';
import { useAccountId } from '../../app/account.tsx';
import { ErrorNotice, fieldError } from '../../parts/error-notice.tsx';
import { notifyDone } from '../../parts/notify.ts';
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
  const [message, setMessage] = useState('');
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const reply = useMutation({
    mutationFn: () => replyTicket(accountId, { ticketId, message, idempotencyKey }),
    onSuccess: async () => {
      setMessage('');
      setIdempotencyKey(newIdempotencyKey());
      notifyDone(t.sent);
      await onSent();
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        reply.mutate();
      }}
    >
      <Stack>
        <Textarea
          label={t.answer}
          description={closed ? t.answerClosed : undefined}
          autosize
          minRows={4}
          maxRows={20}
          value={message}
          onChange={(event) => {
            setMessage(event.currentTarget.value);
            setIdempotencyKey(newIdempotencyKey());
          }}
          error={fieldError(reply.error, 'message')}
        />
        {reply.error && <ErrorNotice error={reply.error} />}
        <Group>
          <Button type="submit" loading={reply.isPending}>
            {t.send}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
