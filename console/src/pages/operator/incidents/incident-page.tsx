import { changeIncident, updateIncident } from '@boreal/contract/endpoints/operator/incidents.ts';
import { incidentWords } from '@boreal/contract/fleet/incident-words.ts';
import type { Incident } from '@boreal/contract/fleet/incidents.ts';
import { Card, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { incidentQuery } from '../../../api/operator/incidents.ts';
import { useOperatorMay } from '../../../app/operator-role.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { useLanguage } from '../../../i18n/language.tsx';
import { Ago } from '../../../parts/ago.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { QueriedPage } from '../../../parts/queried-page.tsx';
import { RoleButton } from '../parts/role-button.tsx';
import { Section } from '../parts/section.tsx';
import { CorrectAnnouncement } from './correct-announcement.tsx';
import { CorrectDialog } from './correct-dialog.tsx';
import { EndAnnouncement } from './end-announcement.tsx';
import { IncidentBadge } from './incident-badge.tsx';
import { useOperatorIncidentsText } from './text.ts';
import { UpdateForm } from './update-form.tsx';

/** One incident, maintenance or announcement: what was said, and what to say next. */
export function IncidentPage() {
  const { incidentId } = useParams({ from: '/operator/incidents/$incidentId' });
  const incident = useQuery(incidentQuery(incidentId));
  return <QueriedPage query={incident}>{(found) => <Details incident={found} />}</QueriedPage>;
}

function Details({ incident }: { incident: Incident }) {
  const t = useOperatorIncidentsText();
  const { language } = useLanguage();
  const format = useFormats();
  const [correcting, setCorrecting] = useState(false);
  const words = incidentWords[language];
  const isNews = incident.kind === 'announcement';
  const isPast = isNews && incident.overAt !== null;
  const mayUpdate = useOperatorMay(updateIncident.needs);
  const Correct = isNews ? CorrectAnnouncement : CorrectDialog;
  return (
    <>
      <PageHeader
        title={incident.title[language]}
        about={
          <Group gap="sm">
            <IncidentBadge incident={incident} />
            {!isNews && (
              <>
                <Text size="sm">{words.impacts[incident.impact]}</Text>
                <Text size="sm">{incident.components.map((component) => words.components[component]).join(', ')}</Text>
              </>
            )}
            <Text size="sm">
              <Ago iso={incident.startsAt} />
            </Text>
            {isNews && incident.endsAt !== null && <Text size="sm">{t.shownUntil(format.dateTime(incident.endsAt))}</Text>}
          </Group>
        }
        actions={
          !isPast && (
            <Group gap="xs">
              <RoleButton calls={changeIncident} variant="default" onClick={() => setCorrecting(true)}>
                {t.correct}
              </RoleButton>
              {isNews && <EndAnnouncement incident={incident} />}
            </Group>
          )
        }
      />
      {mayUpdate && !isPast && <UpdateForm key={incident.updates.length} incident={incident} />}
      <Section title={t.updates}>
        <Stack component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
          {incident.updates.map(({ id, state, text, at }) => (
            <Card key={id} component="li">
              <Text size="sm" c="dimmed" mb={4}>
                {words.states[state]} · <Ago iso={at} />
              </Text>
              {(['en', 'fr'] as const).map((each) => (
                <Text key={each} lang={each} mt={each === 'fr' ? 'xs' : 0} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                  {text[each]}
                </Text>
              ))}
            </Card>
          ))}
        </Stack>
      </Section>
      {correcting && <Correct incident={incident} onClose={() => setCorrecting(false)} />}
    </>
  );
}
