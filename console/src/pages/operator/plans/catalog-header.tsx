import type { ReactNode } from 'react';
import { PageHeader } from '../../../parts/page-header.tsx';
import { TabLinks } from '../../../parts/tab-links.tsx';
import { useOperatorPlansText } from './text.ts';

const parts = [
  { part: 'plans', to: '/operator/plans' },
  { part: 'models', to: '/operator/plans/models' },
  { part: 'images', to: '/operator/plans/images' },
  { part: 'regions', to: '/operator/plans/regions' },
] as const;
export type CatalogPart = (typeof parts)[number]['part'];

/** The title of a page of the catalog, and links to the others. */
export function CatalogHeader({ part, actions }: { part: CatalogPart; actions?: ReactNode }) {
  const t = useOperatorPlansText();
  return (
    <>
      <PageHeader title={t.titles[part]} about={t.abouts[part]} actions={actions} />
      <TabLinks label={t.parts} links={parts.map(({ part: one, to }) => ({ to, name: t.partNames[one], isHere: one === part }))} />
    </>
  );
}
