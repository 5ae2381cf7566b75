import type { ReactNode } from 'react';
import { PageHeader } from '../../parts/page-header.tsx';
import { BillingTabs } from './billing-tabs.tsx';

/** The header of every billing page. The title is null until known. */
export function BillingFrame({
  title,
  about,
  actions,
  children,
}: {
  title: string | null;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      {title !== null && <PageHeader title={title} about={about} actions={actions} />}
      <BillingTabs />
      {children}
    </>
  );
}
