import { incidentWords } from '@boreal/contract/fleet/incident-words.ts';
import type { Incident } from '@boreal/contract/fleet/incidents.ts';
import { Badge } from '@mantine/core';
import { useLanguage } from '../../../i18n/language.tsx';

const colors = { none: 'blue', degraded: 'orange', outage: 'red' } as const;

/** Of an announcement nothing is broken: it has no impact to colour it. */
export function IncidentBadge({ incident: { state, impact, overAt } }: { incident: Incident }) {
  const { language } = useLanguage();
  return <Badge color={overAt === null ? colors[impact] : 'boreal'}>{incidentWords[language].states[state]}</Badge>;
}
