import { describeServer } from '@boreal/contract/endpoints/console/server-descriptions.ts';
import { DescribeServerRequest, type ServerDescription } from '@boreal/contract/servers/description.ts';
import { Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { inServer, type ServerRef } from '../../../api/servers.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { draftOf, requestOf } from './description-draft.ts';
import { LabelFields } from './label-fields.tsx';
import { useDescriptionText } from './text.ts';

/** Renames a server, labels it, and says what it is for. */
export function DescribeDialog({ refTo, server, onClose }: { refTo: ServerRef; server: ServerDescription; onClose: () => void }) {
  const t = useDescriptionText();
  const queryClient = useQueryClient();
  // As it was when the dialog opened: it is read again every few seconds behind it.
  const [before] = useState(server);
  const form = useRequestForm({
    initialValues: draftOf(before),
    schema: DescribeServerRequest,
    request: (draft) => requestOf(draft, before),
    send: (request) => call(describeServer, { params: inServer(refTo), body: request }),
    onSent: async () => {
      // Lists, history and charges show its name, too.
      await queryClient.invalidateQueries({ queryKey: [refTo.accountId] });
      notifyDone(t.saved);
      onClose();
    },
  });
  return (
    <FormDialog opened onClose={onClose} title={t.title(before.name)} action={t.save} form={form}>
      <TextInput label={t.name} description={t.nameHint} autoComplete="off" data-autofocus {...form.field('name')} />
      <LabelFields form={form} />
      <Textarea label={t.note} description={t.noteHint} autosize minRows={2} maxRows={8} {...form.field('note')} />
    </FormDialog>
  );
}
