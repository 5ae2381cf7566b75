import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageHeader } from '../../../parts/page-header.tsx';
import { LinkButton } from '../../../parts/page-links.tsx';
import { useOperatorPlansText } from './text.ts';

const parts = {
  plans: '/operator/plans',
  models: '/operator/plans/models',
  images: '/operator/plans/images',
  regions: '/operator/plans/regions',
} as const;
type Part = keyof typeof parts;
const order = ['plans', 'models', 'images', 'regions'] as const satisfies readonly Part[];

/** The title of a page of the catalog, and links to the others. */
export function CatalogHeader({ part, actions }: { part: Part; actions?: ReactNode }) {
  const t = useOperatorPlansText();
  return (
    <>
      <Group component="nav" gap={4} mb="md" aria-label={t.parts}>
        {order.map((one) => (
          <LinkButton
            key={one}
            activeOptions={{ exact: true }}
            to={parts[one]}
            size="xs"
            variant={one === part ? 'light' : 'subtle'}
            color={one === part ? undefined : 'gray'}
            aria-current={one === part ? 'page' : undefined}
          >
            {t.partNames[one]}
          </LinkButton>
        ))}
      </Group>
      <PageHeader title={t.titles[part]} about={t.abouts[part]} actions={actions} />
    </>
  );
}
