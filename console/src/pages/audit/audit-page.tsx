import { AuditAction, type NamedAuditEntry } from '@boreal/contract/account/audit.ts';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { auditFiles, listAudit } from '../../api/audit.ts';
import { usePages } from '../../api/use-pages.ts';
import { useAccountId } from '../../app/account.tsx';
import { useLanguage } from '../../i18n/language.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { nameOf } from '../../parts/name-of.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { PagedList } from '../../parts/list-view/paged-list.tsx';
import { FileButtons } from '../../parts/list-view/file-buttons.tsx';
import { isWrongOrder } from '../../parts/list-view/list-filter.rules.ts';
import { useListFilter } from '../../parts/list-view/use-list-filter.ts';
import { useListsText } from '../../parts/list-view/use-lists-text.ts';
import { Ago } from '../../parts/ago.tsx';
import { whenColumn } from '../../parts/when-column.tsx';
import { askedOf, AuditFilterFields, readAuditFilter } from './audit-filter.tsx';
import { AuditTarget } from './audit-target.tsx';
import { TargetLink } from './target-link.tsx';
import { useAuditText } from './text.ts';

/** Entries about the house itself, or about how a person signs in, are in no account's log. */
const ELSEWHERE =
  /^(plan|price|pool|image|addresses|host|tax|company|mail|job|person|email|password|two_factor|recovery_codes|passkey|session)\./;

/** The search filters of an account's log. */
const accountActions: readonly AuditAction[] = AuditAction.options.filter((action) => !ELSEWHERE.test(action));

/** Who did what in the account, filtered by action and object. */
export function AuditPage() {
  const t = useAuditText();
  const lists = useListsText();
  const accountId = useAccountId();
  const kept = useListFilter(readAuditFilter);
  const { language } = useLanguage();
  const asked = askedOf(kept.asked);
  const [shown, setShown] = useState<NamedAuditEntry | null>(null);
  const entries = usePages({
    queryKey: [accountId, 'audit', asked],
    load: (cursor) => listAudit(accountId, { ...asked, cursor }),
  });
  const who = ({ actor: { type, name } }: NamedAuditEntry) => (type === 'system' || name === null ? t.actors[type] : name);
  return (
    <>
      <PageHeader
        title={t.title}
        about={
          <>
            {t.about}
            <br />
            {lists.days}
          </>
        }
        actions={<FileButtons files={auditFiles(accountId, { ...asked, language })} wrong={isWrongOrder(kept.filter)} />}
      />
      <PagedList
        list="audit"
        filter={kept}
        query={entries}
        caption={t.caption}
        empty={<EmptyState title={t.emptyTitle} text={t.emptyText} />}
        columns={[
          whenColumn(t.when),
          {
            id: 'who',
            name: t.who,
            sortBy: who,
            wraps: true,
            cell: (entry) => (
              <>
                <Text size="sm" fw={600}>
                  {who(entry)}
                </Text>
                {entry.actor.type !== 'system' && (
                  <Text size="xs" c="dimmed">
                    {t.doors[entry.door]}
                  </Text>
                )}
              </>
            ),
          },
          {
            id: 'what',
            name: t.what,
            sortBy: ({ action: done }) => nameOf(t.actions, done),
            wraps: true,
            cell: (entry) => (
              <>
                {nameOf(t.actions, entry.action)}
                <Text size="xs" c="dimmed" hiddenFrom="sm">
                  <Ago iso={entry.createdAt} />
                </Text>
              </>
            ),
          },
          {
            id: 'target',
            name: t.resource,
            sortBy: ({ target: id, targetName }) => targetName ?? id,
            wraps: true,
            cell: (entry) => <AuditTarget entry={entry} link={(of) => <TargetLink {...of} />} />,
            wideOnly: true,
          },
          { id: 'from', name: t.from, sortBy: ({ address }) => address, cell: ({ address }) => address ?? '–', wideOnly: true },
          {
            name: t.details,
            align: 'right',
            cell: (entry) => (
              <Button size="xs" variant="subtle" aria-label={t.detailsOf(nameOf(t.actions, entry.action))} onClick={() => setShown(entry)}>
                {t.details}
              </Button>
            ),
          },
        ]}
      >
        <AuditFilterFields kept={kept} actions={accountActions} />
      </PagedList>
      <Dialog opened={shown !== null} onClose={() => setShown(null)} title={shown && nameOf(t.actions, shown.action)} size="lg">
        {shown && (
          <Stack gap="xs">
            <Text size="sm">
              {who(shown)} · {t.doors[shown.door]} · <Ago iso={shown.createdAt} />
            </Text>
            {shown.target !== null && <AuditTarget entry={shown} link={(of) => <TargetLink {...of} />} />}
            <CodeBlock name={t.changed} text={JSON.stringify(shown.detail, null, 2)} />
            {shown.requestId !== null && (
              <Text size="sm" c="dimmed">
                {t.request(shown.requestId)}
              </Text>
            )}
          </Stack>
        )}
      </Dialog>
    </>
  );
}
