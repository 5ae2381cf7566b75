import type { ReactNode } from 'react';
import { PageHeader } from '../../parts/page-header.tsx';
import { BillingTabs } from './billing-tabs.tsx';

/** What every page of billing has above it. The title is null as long as it is not known. */
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
      <BillingTabs />
      {title !== null && <PageHeader title={title} about={about} actions={actions} />}
      {children}
    </>
  );
}
