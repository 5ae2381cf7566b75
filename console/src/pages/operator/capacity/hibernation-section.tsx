import { setHibernationLimit } from '@boreal/contract/endpoints/operator/capacity.ts';
import { Card, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hibernationLimitQuery } from '../../../api/operator/capacity.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { lazyPart } from '../../../parts/lazy-part.tsx';
import { Queried } from '../../../parts/queried.tsx';
import { RoleButton } from '../parts/role-button.tsx';
import { Section } from '../parts/section.tsx';
import { useOperatorCapacityText } from './text.ts';

/** Loaded when it is opened. */
const HibernationDialog = lazyPart('hibernation-limit', async () => (await import('./hibernation-dialog.tsx')).HibernationDialog, 0);

/** How many gigabytes the hibernated servers of each account may keep, and the way to change it. */
export function HibernationSection() {
  const t = useOperatorCapacityText();
  const format = useFormats();
  const limit = useQuery(hibernationLimitQuery);
  const [asking, setAsking] = useState(false);
  return (
    <Section title={t.hibernation} about={t.hibernationAbout}>
      <Card>
        <Queried query={limit}>
          {(found) => (
            <Group justify="space-between" gap="sm">
              <Text>{found.limitGb === null ? t.hibernationFree : t.hibernationUpTo(format.number(found.limitGb))}</Text>
              <RoleButton calls={setHibernationLimit} size="xs" variant="default" onClick={() => setAsking(true)}>
                {t.hibernationChange}
              </RoleButton>
              {asking && <HibernationDialog limit={found} onClose={() => setAsking(false)} />}
            </Group>
          )}
        </Queried>
      </Card>
    </Section>
  );
}
