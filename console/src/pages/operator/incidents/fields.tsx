import { incidentWords } from '@boreal/contract/incident-words.ts';
import { IncidentImpact, StatusComponent } from '@boreal/contract/incidents.ts';
import { Checkbox, Group, NativeSelect } from '@mantine/core';
import { useLanguage } from '../../../i18n/language.tsx';
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
