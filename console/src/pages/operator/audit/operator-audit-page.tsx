import { AuditAction } from '@boreal/contract/account/audit.ts';
import type { OperatorAuditEntry } from '@boreal/contract/operator/operator.ts';
import { Box, Text } from '@mantine/core';
import { loadAudit, operatorFiles } from '../../../api/operator/oversight.ts';
import { usePages } from '../../../api/use-pages.ts';
import { useLanguage } from '../../../i18n/language.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { PagedList } from '../../../parts/list-view/paged-list.tsx';
import { FileButtons } from '../../../parts/list-view/file-buttons.tsx';
import { isWrongOrder } from '../../../parts/list-view/list-filter.rules.ts';
import { useListFilter } from '../../../parts/list-view/use-list-filter.ts';
import { useListsText } from '../../../parts/list-view/use-lists-text.ts';
import { nameOf } from '../../../parts/name-of.ts';
import { PageHeader } from '../../../parts/page-header.tsx';
import { Ago } from '../../../parts/ago.tsx';
import { whenColumn } from '../../../parts/when-column.tsx';
import { askedOf, AuditFilterFields, readAuditFilter } from '../../audit/audit-filter.tsx';
import { AuditTarget } from '../../audit/audit-target.tsx';
import { useAuditText } from '../../audit/text.ts';
import { useAccountColumn } from '../parts/use-account-column.tsx';
import { OperatorTargetLink } from './operator-target-link.tsx';
import { useOperatorAuditText } from './text.ts';

/** Who did what, everywhere, filtered by action and object. */
export function OperatorAuditPage() {
  const t = useOperatorAuditText();
  const whose = useAccountColumn();
  const names = useAuditText();
  const lists = useListsText();
  const kept = useListFilter(readAuditFilter);
  const { language } = useLanguage();
  const asked = askedOf(kept.asked);
  const audit = usePages({
    queryKey: ['operator', 'audit', asked],
    load: (cursor) => loadAudit({ ...asked, cursor }),
  });
  const isFiltered = Object.values(asked).some((value) => value !== undefined);
  const target = (entry: OperatorAuditEntry) => (
    <AuditTarget entry={entry} link={(of) => <OperatorTargetLink {...of} accountId={entry.accountId} />} />
  );
  return (
    <>
      <PageHeader
        title={t.audit}
        about={
          <>
            {t.auditAbout}
            <br />
            {lists.days}
          </>
        }
        actions={<FileButtons files={operatorFiles.audit({ ...asked, language })} wrong={isWrongOrder(kept.filter)} />}
      />
      <PagedList
        list="operator-audit"
        filter={kept}
        query={audit}
        caption={t.audit}
        columns={[
          whenColumn(t.when),
          {
            id: 'who',
            name: t.who,
            sortBy: ({ actor }) => actor.name ?? names.actors[actor.type],
            wraps: true,
            cell: ({ actor }) => actor.name ?? names.actors[actor.type],
          },
          {
            id: 'what',
            name: t.did,
            sortBy: ({ action }) => nameOf(names.actions, action),
            wraps: true,
            cell: (entry) => (
              <>
                {nameOf(names.actions, entry.action)}
                <Text size="xs" c="dimmed" hiddenFrom="sm">
                  <Ago iso={entry.createdAt} />
                </Text>
                {entry.target !== null && <Box hiddenFrom="sm">{target(entry)}</Box>}
              </>
            ),
          },
          {
            id: 'target',
            name: names.resource,
            sortBy: ({ target: id, targetName }) => targetName ?? id,
            wraps: true,
            wideOnly: true,
            cell: target,
          },
          { ...whose, wideOnly: true },
          { id: 'by', name: t.by, sortBy: ({ door }) => names.doors[door], wideOnly: true, cell: ({ door }) => names.doors[door] },
          { id: 'from', name: t.fromAddress, sortBy: ({ address }) => address, wideOnly: true, cell: ({ address }) => address ?? '–' },
        ]}
        empty={isFiltered ? <EmptyState title={t.noMatch} text={t.noMatchText} /> : <EmptyState title={t.noAudit} text={t.noAuditText} />}
      >
        <AuditFilterFields kept={kept} actions={AuditAction.options} />
      </PagedList>
    </>
  );
}
