import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageHeader } from '../../../parts/page-header.tsx';
import { LinkButton } from '../../../parts/page-links.tsx';
import { useOperatorMoneyText } from './text.ts';

const parts = ['payments', 'refunds', 'orders', 'invoices', 'credit', 'taxes', 'company'] as const;
type Part = (typeof parts)[number];

/** The title of a money page, and links to the others. */
export function MoneyHeader({ part, about, actions }: { part: Part; about: string; actions?: ReactNode }) {
  const t = useOperatorMoneyText();
  return (
    <>
      <Group component="nav" gap={4} mb="md" aria-label={t.parts}>
        {parts.map((one) => (
          <LinkButton
            key={one}
            activeOptions={{ exact: true }}
            to={one === 'payments' ? '/operator/money' : (`/operator/money/${one}` as const)}
            size="xs"
            variant={one === part ? 'light' : 'subtle'}
            color={one === part ? undefined : 'gray'}
            aria-current={one === part ? 'page' : undefined}
          >
            {t[one]}
          </LinkButton>
        ))}
      </Group>
      <PageHeader title={t[part]} about={about} actions={actions} />
    </>
  );
}
