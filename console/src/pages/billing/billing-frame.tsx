import type { ReactNode } from 'react';
import { PageHeader } from '../../parts/page-header.tsx';
import { BillingTabs } from './billing-tabs.tsx';

/** What every page of billing has above it. */
export function BillingFrame({
  title,
  about,
  actions,
  children,
}: {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <BillingTabs />
      <PageHeader title={title} about={about} actions={actions} />
      {children}
    </>
  );
}
