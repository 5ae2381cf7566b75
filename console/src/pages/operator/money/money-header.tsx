import type { ReactNode } from 'react';
import { PageHeader } from '../../../parts/page-header.tsx';
import { PartLinks } from '../../../parts/part-links.tsx';
import { useOperatorMoneyText } from './text.ts';

const parts = ['payments', 'refunds', 'orders', 'invoices', 'credit', 'taxes', 'company'] as const;
type Part = (typeof parts)[number];

/** The title of a money page, and links to the others. */
export function MoneyHeader({ part, about, actions }: { part: Part; about: string; actions?: ReactNode }) {
  const t = useOperatorMoneyText();
  const links = parts.map((one) => ({
    part: one,
    to: one === 'payments' ? ('/operator/money' as const) : (`/operator/money/${one}` as const),
    name: t[one],
  }));
  return (
    <>
      <PartLinks label={t.parts} part={part} links={links} />
      <PageHeader title={t[part]} about={about} actions={actions} />
    </>
  );
}
