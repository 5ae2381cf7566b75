import { openIncident } from '@boreal/contract/endpoints/operator/incidents.ts';
import { OpenIncidentRequest, type IncidentImpact, type StatusComponent } from '@boreal/contract/fleet/incidents.ts';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call, newIdempotencyKey } from '../../../api/call.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { momentOf } from '../../../parts/typed-values.ts';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { useDone } from '../parts/use-done.ts';
import { ComponentsField, ImpactField, IN_BOTH, MessageFields, TitleFields } from './fields.tsx';
import { useOperatorIncidentsText } from './text.ts';

interface Typed {
  readonly impact: IncidentImpact;
  readonly components: StatusComponent[];
  readonly titleEn: string;
  readonly titleFr: string;
  readonly textEn: string;
  readonly textFr: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly mail: boolean;
}

/** Tells customers of an incident, or of planned work. Sent twice by mistake, it is told once. */
export function OpenDialog({ kind, onClose }: { kind: 'incident' | 'maintenance'; onClose: () => void }) {
  const t = useOperatorIncidentsText();
  const done = useDone(onClose);
  const [key] = useState(newIdempotencyKey);
  const planning = kind === 'maintenance';
  const initialValues: Typed = {
    impact: planning ? 'none' : 'degraded',
    components: [],
    titleEn: '',
    titleFr: '',
    textEn: '',
    textFr: '',
    startsAt: '',
    endsAt: '',
    mail: true,
  };
  const form = useRequestForm({
    initialValues,
    schema: OpenIncidentRequest,
    request: (typed) => ({
      kind,
      impact: typed.impact,
      components: typed.components,
      title: { en: typed.titleEn, fr: typed.titleFr },
      text: { en: typed.textEn, fr: typed.textFr },
      startsAt: momentOf(typed.startsAt),
      endsAt: momentOf(typed.endsAt),
      mail: typed.mail,
      key,
    }),
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
