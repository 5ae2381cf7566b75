import { AuditAction, type AuditEntry } from '@boreal/contract/audit.ts';
import { Button, Code, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { listAudit } from '../../api/audit.ts';
import { usePages } from '../../api/use-pages.ts';
import { useAccountId } from '../../app/account.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { PagedTable } from '../../parts/paged-table.tsx';
import { Ago } from '../../parts/ago.tsx';
import { whenColumn } from '../../parts/when-column.tsx';
import { useAuditText } from './text.ts';

/** Entries about the house itself, or about how a person signs in, are in no account's log. */
const ELSEWHERE =
  /^(plan|price|pool|image|addresses|host|tax|company|mail|job|person|email|password|two_factor|recovery_codes|passkey|session)\./;

/** The search filters of an account's log. */
const accountActions: readonly AuditAction[] = AuditAction.options.filter((action) => !ELSEWHERE.test(action));

/** Who did what in the account, filtered by action and object. */
export function AuditPage() {
  const t = useAuditText();
  const accountId = useAccountId();
  const [action, setAction] = useState<AuditAction | null>(null);
  const [typed, setTyped] = useState('');
  const [target, setTarget] = useState<string | null>(null);
  const [shown, setShown] = useState<AuditEntry | null>(null);
  const entries = usePages({
    queryKey: [accountId, 'audit', action, target],
    load: (cursor) => listAudit(accountId, { action, target, cursor }),
  });
  const sorted = accountActions.map((value) => ({ value, label: t.actions[value] })).sort((a, b) => a.label.localeCompare(b.label));
  const who = ({ actor: { type, name } }: AuditEntry) => (type === 'system' || name === null ? t.actors[type] : name);
  return (
    <>
      <PageHeader title={t.title} about={t.about} />
      <form
        role="search"
        aria-label={t.filters}
        onSubmit={(event) => {
          event.preventDefault();
          setTarget(typed.trim() === '' ? null : typed.trim());
        }}
      >
        <Group align="flex-end" mb="md">
          <NativeSelect
            label={t.action}
            value={action ?? ''}
            onChange={(event) => setAction(AuditAction.safeParse(event.currentTarget.value).data ?? null)}
            data={[{ value: '', label: t.everything }, ...sorted]}
          />
          <TextInput label={t.target} placeholder={t.targetHint} value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
          <Button type="submit" variant="default">
            {t.apply}
          </Button>
        </Group>
      </form>
      <PagedTable
        query={entries}
        caption={t.caption}
        empty={<EmptyState title={t.emptyTitle} text={t.emptyText} />}
        columns={[
          whenColumn(t.when),
          {
            name: t.who,
            sortBy: who,
            wraps: true,
            cell: (entry) => (
              <>
                <Text size="sm" fw={600}>
                  {who(entry)}
                </Text>
                <Text size="xs" c="dimmed">
                  {t.doors[entry.door]}
                </Text>
              </>
            ),
          },
          {
            name: t.what,
            sortBy: ({ action: done }) => t.actions[done],
            wraps: true,
            cell: (entry) => (
              <>
                {t.actions[entry.action]}
                <Text size="xs" c="dimmed" hiddenFrom="sm">
                  <Ago iso={entry.createdAt} />
                </Text>
              </>
            ),
          },
          { name: t.changedId, cell: (entry) => entry.target !== null && <Code>{entry.target}</Code>, wideOnly: true },
          { name: t.from, sortBy: ({ address }) => address, cell: ({ address }) => address ?? '–', wideOnly: true },
          {
            name: t.details,
            align: 'right',
            cell: (entry) => (
              <Button size="xs" variant="subtle" aria-label={t.detailsOf(t.actions[entry.action])} onClick={() => setShown(entry)}>
                {t.details}
              </Button>
            ),
          },
        ]}
      />
      <Dialog opened={shown !== null} onClose={() => setShown(null)} title={shown && t.actions[shown.action]} size="lg">
        {shown && (
          <Stack gap="xs">
            <Text size="sm">
              {who(shown)} · {t.doors[shown.door]} · <Ago iso={shown.createdAt} />
            </Text>
            {shown.target !== null && <Code>{shown.target}</Code>}
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
