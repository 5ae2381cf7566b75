import { changeIncident } from '@boreal/contract/endpoints/operator/incidents.ts';
import { ChangeIncidentRequest, type Incident } from '@boreal/contract/fleet/incidents.ts';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { changedIn } from '../../../parts/changed-in.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { useDone } from '../parts/use-done.ts';
import { ComponentsField, ImpactField, IN_BOTH, TitleFields } from './fields.tsx';
import { useOperatorIncidentsText } from './text.ts';

/** Corrects how it is described. */
export function CorrectDialog({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const t = useOperatorIncidentsText();
  const done = useDone(onClose);
  const { id: incidentId, impact, components, title } = incident;
  const [shown] = useState({ impact, components, titleEn: title.en, titleFr: title.fr });
  const requestOf = (typed: typeof shown) => ({
    impact: typed.impact,
    components: typed.components,
    title: { en: typed.titleEn, fr: typed.titleFr },
  });
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
      <ComponentsField value={form.values.components} onChange={(value) => form.set('components', value)} />
      <ImpactField value={form.values.impact} onChange={(value) => form.set('impact', value)} />
      <TitleFields form={form} />
    </FormDialog>
  );
}
