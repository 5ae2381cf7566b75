import { incidentWords } from '@boreal/contract/fleet/incident-words.ts';
import { IncidentImpact, StatusComponent } from '@boreal/contract/fleet/incidents.ts';
import { Checkbox, Group, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useLanguage } from '../../../i18n/language.tsx';
import { momentOf } from '../../../parts/typed-values.ts';
import type { RequestFormOf } from '../../../parts/use-request-form.ts';
import { useOperatorIncidentsText } from './text.ts';

interface FieldProps<T> {
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** What of the house it is about: one at least. */
export function ComponentsField({ value, onChange, error }: FieldProps<StatusComponent[]> & { readonly error?: string }) {
  const t = useOperatorIncidentsText();
  const { language } = useLanguage();
  return (
    <Checkbox.Group
      label={t.components}
      value={value}
      required
      error={error}
      onChange={(chosen) => onChange(StatusComponent.options.filter((component) => chosen.includes(component)))}
    >
      <Group mt="xs" gap="md">
        {StatusComponent.options.map((component) => (
          <Checkbox key={component} value={component} label={incidentWords[language].components[component]} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

export function ImpactField({ value, onChange }: FieldProps<IncidentImpact>) {
  const t = useOperatorIncidentsText();
  const { language } = useLanguage();
  return (
    <NativeSelect
      label={t.impact}
      data={IncidentImpact.options.map((impact) => ({ value: impact, label: incidentWords[language].impacts[impact] }))}
      value={value}
      onChange={(event) => onChange(IncidentImpact.parse(event.currentTarget.value))}
    />
  );
}

/** Where the server's refusals of texts in both languages stand. */
export const IN_BOTH = { 'title.en': 'titleEn', 'title.fr': 'titleFr', 'text.en': 'textEn', 'text.fr': 'textFr' } as const;

interface Titles {
  readonly titleEn: string;
  readonly titleFr: string;
}
interface Messages {
  readonly textEn: string;
  readonly textFr: string;
}
export interface Spoken extends Titles, Messages {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly mail: boolean;
}

export const nothingSaid = { titleEn: '', titleFr: '', textEn: '', textFr: '', startsAt: '', endsAt: '', mail: false };

/** What customers are told, of what was typed. */
export const saidOf = ({ titleEn, titleFr, textEn, textFr, startsAt, endsAt, mail }: Spoken) => ({
  title: { en: titleEn, fr: titleFr },
  text: { en: textEn, fr: textFr },
  startsAt: momentOf(startsAt),
  endsAt: momentOf(endsAt),
  mail,
});

export function TitleFields({ form }: { form: Pick<RequestFormOf<Titles>, 'field'> }) {
  const t = useOperatorIncidentsText();
  return (
    <>
      <TextInput label={t.titleEn} maxLength={120} required data-autofocus {...form.field('titleEn')} />
      <TextInput label={t.titleFr} maxLength={120} required {...form.field('titleFr')} />
    </>
  );
}

export function MessageFields({ form, hint }: { form: Pick<RequestFormOf<Messages>, 'field'>; hint: string }) {
  const t = useOperatorIncidentsText();
  return (
    <>
      <Textarea label={t.textEn} description={hint} autosize minRows={3} required {...form.field('textEn')} />
      <Textarea label={t.textFr} autosize minRows={3} required {...form.field('textFr')} />
    </>
  );
}
