import { incidentWords } from '@boreal/contract/incident-words.ts';
import type { CurrentIncident } from '@boreal/contract/current-incidents.ts';
import { IncidentState } from '@boreal/contract/incidents.ts';
import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { CalendarClock, TriangleAlert } from 'lucide-react';
import { useFormats } from '../format/use-formats.ts';
import { en } from '../i18n/en/incident-notices.ts';
import { fr } from '../i18n/fr/incident-notices.ts';
import { textsOf, useLanguage } from '../i18n/language.tsx';
import { sitePath } from './site-path.ts';

const useText = textsOf({ en, fr });
const colors = { none: 'blue', degraded: 'orange', outage: 'red' } as const;

/** Above customers' pages: what does not work now, and maintenance that is near. */
export function IncidentNotices({ incidents }: { incidents: readonly CurrentIncident[] }) {
  return (
    <Stack gap="xs" mb="lg">
      {incidents.map((incident) => (
        <IncidentNotice key={incident.id} incident={incident} />
      ))}
    </Stack>
  );
}

function IncidentNotice({ incident }: { incident: CurrentIncident }) {
  const { language } = useLanguage();
  const t = useText();
  const format = useFormats();
  const { kind, impact, title, startsAt, text } = incident;
  const state = IncidentState.parse(incident.state);
  const words = incidentWords[language];
  const planned = state === 'scheduled';
  const Icon = kind === 'maintenance' ? CalendarClock : TriangleAlert;
  return (
    <Alert
      role="status"
      color={kind === 'maintenance' ? 'blue' : colors[impact]}
      variant="light"
      icon={<Icon aria-hidden />}
      title={`${title[language]} · ${planned ? t.plannedFor(format.dateTime(startsAt)) : words.states[state]}`}
    >
      <Text size="sm" lineClamp={4} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {text[language]}
      </Text>
      <Anchor href={sitePath(language, '/status')} size="sm" underline="always">
        {t.statusPage}
      </Anchor>
    </Alert>
  );
}
