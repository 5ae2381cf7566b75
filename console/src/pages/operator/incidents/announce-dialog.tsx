import { announce } from '@boreal/contract/endpoints/operator/incidents.ts';
import { AnnounceRequest } from '@boreal/contract/fleet/incidents.ts';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call, newIdempotencyKey } from '../../../api/call.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { useDone } from '../parts/use-done.ts';
import { IN_BOTH, MessageFields, nothingSaid, saidOf, TitleFields } from './fields.tsx';
import { useOperatorIncidentsText } from './text.ts';

/** Tells customers something new. Sent twice by mistake, it is told once. */
export function AnnounceDialog({ onClose }: { onClose: () => void }) {
  const t = useOperatorIncidentsText();
  const done = useDone(onClose);
  const [key] = useState(newIdempotencyKey);
  const form = useRequestForm({
    initialValues: nothingSaid,
    schema: AnnounceRequest,
    request: (typed) => ({ ...saidOf(typed), key }),
    fieldOf: IN_BOTH,
    send: (body) => call(announce, { body }),
    // It is said when it is made, and shown from its beginning.
    onSent: ({ startsAt, updates: [said] }) => done(said && startsAt > said.at ? t.announcedLater : t.opened),
  });
  return (
    <FormDialog opened onClose={onClose} size="xl" title={t.announce} about={t.announceAbout} action={t.announceAction} form={form}>
      <TitleFields form={form} />
      <MessageFields form={form} hint={t.announceHint} />
      <TextInput type="datetime-local" label={t.from} description={t.announceFromHint} {...form.field('startsAt')} />
      <TextInput type="datetime-local" label={t.until} description={t.untilHint} {...form.field('endsAt')} />
      <Checkbox label={t.mail} description={t.announceMailHint} {...form.tick('mail')} />
    </FormDialog>
  );
}
