import { Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { writeToCustomer } from '../../../api/operator/support.ts';
import { fieldError } from '../../../parts/error-notice.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { wordsOf } from '../parts/fields.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { ticketPath } from '../parts/links.tsx';
import { useOperatorAccountsText } from './text.ts';

/** Opens a ticket on behalf of the house, and goes there. */
export function WriteDialog({ accountId, opened, onClose }: { accountId: string; opened: boolean; onClose: () => void }) {
  const t = useOperatorAccountsText();
  const navigate = useNavigate();
  const write = useMutation({
    mutationFn: (fields: FormData) =>
      writeToCustomer(accountId, { subject: wordsOf(fields, 'subject'), message: wordsOf(fields, 'message') }),
    onSuccess: ({ id }) => {
      notifyDone(t.writeDone);
      void navigate({ to: ticketPath(id) });
    },
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t.write}
      about={t.writeAbout}
      action={t.send}
      busy={write.isPending}
      error={write.error}
      onSubmit={write.mutate}
    >
      <TextInput name="subject" label={t.subject} maxLength={100} required error={fieldError(write.error, 'subject')} />
      <Textarea name="message" label={t.message} minRows={5} autosize required error={fieldError(write.error, 'message')} />
    </FormDialog>
  );
}
