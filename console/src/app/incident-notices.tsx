import { incidentWords } from '@boreal/contract/fleet/incident-words.ts';
import type { CurrentIncident } from '@boreal/contract/fleet/current-incidents.ts';
import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { CalendarClock, Megaphone, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../format/use-formats.ts';
import { en } from '../i18n/en/incident-notices.ts';
import { fr } from '../i18n/fr/incident-notices.ts';
import { textsOf, useLanguage } from '../i18n/language.tsx';
import classes from './incident-notices.module.css';
import { sitePath } from './site-path.ts';
import { useClosedAnnouncements } from './use-closed-announcements.ts';

const useText = textsOf({ en, fr });
const colors = { none: 'blue', degraded: 'orange', outage: 'red' } as const;
const icons = { incident: TriangleAlert, maintenance: CalendarClock, announcement: Megaphone } as const;

/**
 * Above customers' pages: what does not work now, maintenance that is near, and what is new. What comes while a page is read lies over its
 * foot, so that nothing moves under the reader's eye, until they put it away or go to the next page.
 */
export function IncidentNotices({ incidents }: { incidents: readonly CurrentIncident[] }) {
  const { isClosed, close } = useClosedAnnouncements(incidents);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const open = incidents.filter((incident) => !isClosed(incident));
  const [placed, setPlaced] = useState(() => ({ path, ids: idsOf(open) }));
  if (placed.path !== path) setPlaced({ path, ids: idsOf(open) });
  const above = open.filter(({ id }) => placed.ids.has(id));
  // One at a time: the next would move the one that is read.
  const late = newest(open.filter(({ id }) => !placed.ids.has(id)));
  const closing = (incident: CurrentIncident) => (incident.kind === 'announcement' ? () => close(incident) : undefined);
  return (
    <>
      {above.length > 0 && (
        <Stack gap="xs" mb="lg">
          {above.map((incident) => (
            <IncidentNotice key={incident.id} incident={incident} onClose={closing(incident)} />
          ))}
        </Stack>
      )}
      {late && (
        <div className={classes.late}>
          <IncidentNotice
            key={late.id}
            incident={late}
            onClose={closing(late) ?? (() => setPlaced({ path, ids: new Set([...placed.ids, late.id]) }))}
          />
        </div>
      )}
    </>
  );
}

const newest = (incidents: readonly CurrentIncident[]) => incidents.toSorted((a, b) => (a.id < b.id ? 1 : -1))[0];
const idsOf = (incidents: readonly CurrentIncident[]): ReadonlySet<string> => new Set(incidents.map(({ id }) => id));

function IncidentNotice({ incident, onClose }: { incident: CurrentIncident; onClose: (() => void) | undefined }) {
  const { language } = useLanguage();
  const t = useText();
  const { kind, impact, title, text } = incident;
  const state = useStateWords(incident);
  const Icon = icons[kind];
  return (
    <Alert
      role="status"
      color={kind === 'incident' ? colors[impact] : 'blue'}
      variant="light"
      icon={<Icon aria-hidden />}
      title={state === null ? title[language] : `${title[language]} · ${state}`}
      {...(onClose && { withCloseButton: true, closeButtonLabel: t.close(title[language]), onClose })}
    >
      <Text size="sm" lineClamp={4} title={text[language]} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {text[language]}
      </Text>
      <Anchor href={sitePath(language, '/status')} size="sm" underline="always">
        {t.statusPage}
      </Anchor>
    </Alert>
  );
}

/** How far it is; null of an announcement, which is in no state of anything. */
function useStateWords({ kind, state, startsAt }: CurrentIncident): string | null {
  const { language } = useLanguage();
  const t = useText();
  const format = useFormats();
  if (kind === 'announcement') return null;
  if (state === 'scheduled') return t.plannedFor(format.dateTime(startsAt));
  const words: Readonly<Record<string, string>> = incidentWords[language].states;
  return words[state] ?? null;
}
