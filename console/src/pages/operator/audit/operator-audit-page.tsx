import { Code } from '@mantine/core';
import { loadAudit } from '../../../api/operator/oversight.ts';
import { usePages } from '../../../api/use-pages.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { PagedTable } from '../../../parts/paged-table.tsx';
import { Ago } from '../../../parts/ago.tsx';
import { useAuditText } from '../../audit/text.ts';
import { AccountLink } from '../parts/links.tsx';
import { useOperatorText } from '../parts/text.ts';
import { useOperatorAuditText } from './text.ts';

/** Who did what, everywhere. */
export function OperatorAuditPage() {
  const t = useOperatorAuditText();
  const words = useOperatorText();
  const names = useAuditText();
  const audit = usePages({ queryKey: ['operator', 'audit'], load: (cursor) => loadAudit({ cursor }) });
  return (
    <>
      <PageHeader title={t.audit} about={t.auditAbout} />
      <PagedTable
        query={audit}
        caption={t.audit}
        columns={[
          { name: t.when, cell: ({ createdAt }) => <Ago iso={createdAt} /> },
          { name: t.who, wraps: true, cell: ({ actor }) => actor.name ?? names.actors[actor.type] },
          { name: t.did, cell: ({ action }) => names.actions[action] },
          { name: t.target, wideOnly: true, cell: ({ target }) => (target === null ? '–' : <Code>{target}</Code>) },
          {
            name: words.account,
            wideOnly: true,
            cell: ({ accountId }) => (accountId === null ? '–' : <AccountLink id={accountId} />),
          },
          { name: t.by, wideOnly: true, cell: ({ door }) => names.doors[door] },
          { name: t.fromAddress, wideOnly: true, cell: ({ address }) => address ?? '–' },
        ]}
        empty={<EmptyState title={t.noAudit} text={t.noAuditText} />}
      />
    </>
  );
}
