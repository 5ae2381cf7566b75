import { AuditAction } from '@boreal/contract/audit.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { oneOf, wordsOf } from '../../parts/list-view/list-filter.rules.ts';
import type { KeptFilter } from '../../parts/list-view/use-list-filter.ts';
import { useAuditText } from './text.ts';

type AuditFilter = ReturnType<typeof readAuditFilter>;

/** Which entries are shown, as the page's address, or a saved filter, has it. */
export const readAuditFilter = ({ action, search }: Readonly<Record<string, unknown>>) => ({
  action: oneOf(AuditAction.options, action),
  search: wordsOf(search),
});

interface AuditFilterFieldsProps {
  readonly kept: KeptFilter<AuditFilter>;
  /** Those that the log can have. */
  readonly actions: readonly AuditAction[];
}

/** What was done, and to what. */
export function AuditFilterFields({ kept: { filter, setFilter }, actions }: AuditFilterFieldsProps) {
  const t = useAuditText();
  const sorted = actions.map((value) => ({ value, label: t.actions[value] })).sort((a, b) => a.label.localeCompare(b.label));
  return (
    <>
      <NativeSelect
        label={t.action}
        value={filter.action ?? ''}
        onChange={(event) => setFilter({ ...filter, action: oneOf(AuditAction.options, event.currentTarget.value) })}
        data={[{ value: '', label: t.everything }, ...sorted]}
      />
      <TextInput
        label={t.target}
        placeholder={t.targetHint}
        value={filter.search ?? ''}
        maxLength={100}
        onChange={(event) => setFilter({ ...filter, search: event.currentTarget.value })}
      />
    </>
  );
}
