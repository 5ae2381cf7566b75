import { openIncident } from '@boreal/contract/endpoints/operator/incidents.ts';
import { OpenIncidentRequest, type IncidentImpact, type StatusComponent } from '@boreal/contract/fleet/incidents.ts';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call, newIdempotencyKey } from '../../../api/call.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { useDone } from '../parts/use-done.ts';
import { ComponentsField, ImpactField, IN_BOTH, MessageFields, nothingSaid, saidOf, TitleFields, type Spoken } from './fields.tsx';
import { useOperatorIncidentsText } from './text.ts';

/** Tells customers of an incident, or of planned work. Sent twice by mistake, it is told once. */
export function OpenDialog({ kind, onClose }: { kind: 'incident' | 'maintenance'; onClose: () => void }) {
  const t = useOperatorIncidentsText();
  const done = useDone(onClose);
  const [key] = useState(newIdempotencyKey);
  const planning = kind === 'maintenance';
  const initialValues: Spoken & { impact: IncidentImpact; components: StatusComponent[] } = {
    ...nothingSaid,
    impact: planning ? 'none' : 'degraded',
    components: [],
    mail: true,
  };
  const form = useRequestForm({
    initialValues,
    schema: OpenIncidentRequest,
    request: (typed) => ({ kind, impact: typed.impact, components: typed.components, ...saidOf(typed), key }),
    fieldOf: IN_BOTH,
    send: (body) => call(openIncident, { body }),
    onSent: () => done(t.opened),
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      size="xl"
      title={planning ? t.plan : t.open}
      about={planning ? t.planAbout : t.openAbout}
      action={t.send}
      form={form}
    >
      <ComponentsField
        value={form.values.components}
        onChange={(value) => form.set('components', value)}
        {...errorOf(form.field('components'))}
      />
      <ImpactField value={form.values.impact} onChange={(value) => form.set('impact', value)} />
      <TitleFields form={form} />
      <MessageFields form={form} hint={t.messageHint} />
      <TextInput
        type="datetime-local"
        label={t.from}
        {...(planning ? { required: true } : { description: t.fromHint })}
        {...form.field('startsAt')}
      />
      {planning && <TextInput type="datetime-local" label={t.to} {...form.field('endsAt')} />}
      <Checkbox label={t.mail} {...form.tick('mail')} />
    </FormDialog>
  );
}

const errorOf = ({ error }: { error?: unknown }) => (typeof error === 'string' ? { error } : {});
