import { updateIncident } from '@boreal/contract/endpoints/operator/incidents.ts';
import { incidentWords } from '@boreal/contract/fleet/incident-words.ts';
import { incidentStates, IncidentState, UpdateIncidentRequest, type Incident } from '@boreal/contract/fleet/incidents.ts';
import { Card, Checkbox, NativeSelect, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { call, newIdempotencyKey } from '../../../api/call.ts';
import { useLanguage } from '../../../i18n/language.tsx';
import { FormEnd } from '../../../parts/form-buttons.tsx';
import { RequestForm } from '../../../parts/request-form.tsx';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { useDone } from '../parts/use-done.ts';
import { useOperatorIncidentsText } from './text.ts';

/** Says how far it is; the state that comes next is chosen already. Of an announcement it says more: it is in no state of anything. */
export function UpdateForm({ incident: { id: incidentId, kind, state } }: { incident: Incident }) {
  const t = useOperatorIncidentsText();
  const { language } = useLanguage();
  const done = useDone(() => undefined);
  const [key] = useState(newIdempotencyKey);
  const isNews = kind === 'announcement';
  const states: readonly IncidentState[] = incidentStates[kind];
  const initialValues: { state: IncidentState; en: string; fr: string; mail: boolean } = {
    state: isNews ? state : (states[states.indexOf(state) + 1] ?? state),
    en: '',
    fr: '',
    mail: !isNews,
  };
  const form = useRequestForm({
    initialValues,
    schema: UpdateIncidentRequest,
    request: (typed) => ({ state: typed.state, text: { en: typed.en, fr: typed.fr }, mail: typed.mail, key }),
    fieldOf: { 'text.en': 'en', 'text.fr': 'fr' },
    send: (body) => call(updateIncident, { params: { incidentId }, body }),
    onSent: () => done(t.updated),
  });
  return (
    <Card component="section" aria-label={t.update} mb="md">
      <RequestForm form={form}>
        <Stack>
          {!isNews && (
            <NativeSelect
              label={t.state}
              data={states.map((one) => ({ value: one, label: incidentWords[language].states[one] }))}
              value={form.values.state}
              onChange={(event) => form.set('state', IncidentState.parse(event.currentTarget.value))}
            />
          )}
          <Textarea
            label={t.textEn}
            description={isNews ? t.announceHint : t.messageHint}
            autosize
            minRows={3}
            required
            {...form.field('en')}
          />
          <Textarea label={t.textFr} autosize minRows={3} required {...form.field('fr')} />
          <Checkbox label={t.mail} {...form.tick('mail')} />
          <FormEnd form={form}>{t.send}</FormEnd>
        </Stack>
      </RequestForm>
    </Card>
  );
}
