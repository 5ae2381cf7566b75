import { announce, openIncident } from '@boreal/contract/endpoints/operator/incidents.ts';
import { incidentWords } from '@boreal/contract/fleet/incident-words.ts';
import { IncidentImpact, type IncidentKind } from '@boreal/contract/fleet/incidents.ts';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { incidentsKey, loadIncidents, subscribersQuery } from '../../../api/operator/incidents.ts';
import { usePages } from '../../../api/use-pages.ts';
import { useLanguage } from '../../../i18n/language.tsx';
import { Ago } from '../../../parts/ago.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { LinkAnchor } from '../../../parts/page-links.tsx';
import { PagedTable } from '../../../parts/paged-table.tsx';
import { RoleButton } from '../parts/role-button.tsx';
import { AnnounceDialog } from './announce-dialog.tsx';
import { IncidentBadge } from './incident-badge.tsx';
import { OpenDialog } from './open-dialog.tsx';
import { useOperatorIncidentsText } from './text.ts';

/** What customers were told, and what to tell them now. */
export function IncidentsPage() {
  const t = useOperatorIncidentsText();
  const { language } = useLanguage();
  const [opening, setOpening] = useState<IncidentKind | null>(null);
  const all = usePages({ queryKey: [...incidentsKey, 'all'], load: loadIncidents });
  const told = useQuery(subscribersQuery);
  return (
    <>
      <PageHeader
        title={t.title}
        about={t.about}
        actions={
          <Group gap="xs">
            <RoleButton calls={openIncident} onClick={() => setOpening('incident')}>
              {t.open}
            </RoleButton>
            <RoleButton calls={openIncident} variant="default" onClick={() => setOpening('maintenance')}>
              {t.plan}
            </RoleButton>
            <RoleButton calls={announce} variant="default" onClick={() => setOpening('announcement')}>
              {t.announce}
            </RoleButton>
          </Group>
        }
      />
      {told.data && (
        <Text size="sm" c="dimmed" mb="sm">
          {t.subscribers(told.data.subscribers)}
        </Text>
      )}
      <PagedTable
        query={all}
        caption={t.caption}
        empty={<EmptyState title={t.none} text={t.noneText} />}
        columns={[
          {
            name: t.what,
            sortBy: ({ title }) => title[language],
            wraps: true,
            cell: ({ id, title }) => (
              <LinkAnchor to="/operator/incidents/$incidentId" params={{ incidentId: id }} inherit>
                {title[language]}
              </LinkAnchor>
            ),
          },
          {
            name: t.state,
            sortBy: ({ state }) => incidentWords[language].states[state],
            cell: (incident) => <IncidentBadge incident={incident} />,
          },
          {
            name: t.impact,
            sortBy: ({ kind, impact }) => (kind === 'announcement' ? null : IncidentImpact.options.indexOf(impact)),
            cell: ({ kind, impact }) => (kind === 'announcement' ? '–' : incidentWords[language].impacts[impact]),
            wideOnly: true,
          },
          { name: t.from, sortBy: ({ startsAt }) => startsAt, cell: ({ startsAt }) => <Ago iso={startsAt} />, wideOnly: true },
          {
            name: t.over,
            sortBy: ({ overAt }) => overAt,
            cell: ({ overAt }) => (overAt === null ? '–' : <Ago iso={overAt} />),
            wideOnly: true,
          },
        ]}
      />
      {(opening === 'incident' || opening === 'maintenance') && <OpenDialog kind={opening} onClose={() => setOpening(null)} />}
      {opening === 'announcement' && <AnnounceDialog onClose={() => setOpening(null)} />}
    </>
  );
}
