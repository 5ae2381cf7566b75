import type { ReactNode } from 'react';
import { useOperatorMay } from '../../../app/operator-role.ts';
import { PageHeader } from '../../../parts/page-header.tsx';
import { TabLinks } from '../../../parts/tab-links.tsx';
import { useOperatorMoneyText } from './text.ts';

const parts = ['payments', 'refunds', 'orders', 'invoices', 'revenue', 'taxes', 'company'] as const;
type Part = (typeof parts)[number];
/** The parts that not everybody sees who sees payments. */
const books: readonly Part[] = ['revenue', 'taxes', 'company'];

/** The title of a money page, and links to the others. */
export function MoneyHeader({ part, about, actions }: { part: Part; about: string; actions?: ReactNode }) {
  const t = useOperatorMoneyText();
  const mayReadBooks = useOperatorMay('books.read');
  const seen = parts.filter((one) => mayReadBooks || !books.includes(one));
  const links = seen.map((one) => ({
    isHere: one === part,
    to: one === 'payments' ? ('/operator/money' as const) : (`/operator/money/${one}` as const),
    name: t[one],
  }));
  return (
    <>
      <PageHeader title={t[part]} about={about} actions={actions} />
      <TabLinks label={t.parts} links={links} />
    </>
  );
}
