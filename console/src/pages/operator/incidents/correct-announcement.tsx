import { changeIncident } from '@boreal/contract/endpoints/operator/incidents.ts';
import { ChangeIncidentRequest, type Incident } from '@boreal/contract/fleet/incidents.ts';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { changedIn } from '../../../parts/changed-in.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { momentOf, momentTyped } from '../../../parts/typed-values.ts';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { useDone } from '../parts/use-done.ts';
import { IN_BOTH, TitleFields } from './fields.tsx';
import { useOperatorIncidentsText } from './text.ts';

/** Corrects the title of an announcement, and how long it is shown. */
export function CorrectAnnouncement({ incident: { id: incidentId, title, endsAt }, onClose }: { incident: Incident; onClose: () => void }) {
  const t = useOperatorIncidentsText();
  const done = useDone(onClose);
  const [shown] = useState({ titleEn: title.en, titleFr: title.fr, endsAt: endsAt === null ? '' : momentTyped(endsAt) });
  const requestOf = (typed: typeof shown) => ({ title: { en: typed.titleEn, fr: typed.titleFr }, endsAt: momentOf(typed.endsAt) ?? null });
  const form = useRequestForm({
    initialValues: shown,
    schema: ChangeIncidentRequest,
    request: (typed) => changedIn(requestOf(typed), requestOf(shown)),
    fieldOf: IN_BOTH,
    send: (body) => call(changeIncident, { params: { incidentId }, body }),
    onSent: () => done(t.corrected),
  });
  return (
    <FormDialog opened onClose={onClose} title={t.correct} about={t.correctAbout} action={t.correct} form={form}>
      <TitleFields form={form} />
      <TextInput type="datetime-local" label={t.until} description={t.untilHint} {...form.field('endsAt')} />
    </FormDialog>
  );
}
