import { writeToCustomer } from '@boreal/contract/endpoints/operator/support.ts';
import { CreateTicketRequest } from '@boreal/contract/account/support.ts';
import { Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../../api/call.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { useAccountDialogsText } from './dialogs-text.ts';

/** Opens a ticket on behalf of the house, and goes there. */
export function WriteDialog({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const t = useAccountDialogsText();
  const navigate = useNavigate();
  const form = useRequestForm({
    initialValues: { subject: '', message: '' },
    schema: CreateTicketRequest,
    request: (values) => values,
    send: (request) => call(writeToCustomer, { params: { accountId }, body: request }),
    onSent: ({ id }) => {
      notifyDone(t.writeDone);
      void navigate({ to: '/operator/tickets/$ticketId', params: { ticketId: id } });
    },
  });
  return (
    <FormDialog opened onClose={onClose} title={t.write} about={t.writeAbout} action={t.send} form={form}>
      <TextInput label={t.subject} maxLength={100} required data-autofocus {...form.field('subject')} />
      <Textarea label={t.message} minRows={5} autosize required {...form.field('message')} />
    </FormDialog>
  );
}
