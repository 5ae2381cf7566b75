import { AuditAction } from '@boreal/contract/account/audit.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import type { AuditAsked } from '../../api/audit.ts';
import { DayFields } from '../../parts/list-view/day-fields.tsx';
import { askedDays, dayOf, oneOf, wordsOf } from '../../parts/list-view/list-filter.rules.ts';
import type { KeptFilter } from '../../parts/list-view/use-list-filter.ts';
import { useAuditText } from './text.ts';

type AuditFilter = ReturnType<typeof readAuditFilter>;

/** Which entries are shown, as the page's address, or a saved filter, has it. */
export const readAuditFilter = ({ action, search, from, to }: Readonly<Record<string, unknown>>) => ({
  action: oneOf(AuditAction.options, action),
  search: wordsOf(search),
  from: dayOf(from),
  to: dayOf(to),
});

/** What the server is asked for. */
export const askedOf = ({ action, search, from, to }: KeptFilter<AuditFilter>['asked']): AuditAsked => ({
  action,
  target: search,
  ...askedDays({ from, to }),
});

interface AuditFilterFieldsProps {
  readonly kept: KeptFilter<AuditFilter>;
  /** Those that the log can have. */
  readonly actions: readonly AuditAction[];
}

/** What was done, to what, and when. */
export function AuditFilterFields({ kept, actions }: AuditFilterFieldsProps) {
  const t = useAuditText();
  const { filter, setFilter } = kept;
  const sorted = actions.map((value) => ({ value, label: t.actions[value] })).sort((a, b) => a.label.localeCompare(b.label));
  return (
    <>
      <NativeSelect
        label={t.action}
        flex={{ base: '1 1 100%', xs: '1 1 150px' }}
        maw={360}
        value={filter.action ?? ''}
        onChange={(event) => setFilter({ ...filter, action: oneOf(AuditAction.options, event.currentTarget.value) })}
        data={[{ value: '', label: t.everything }, ...sorted]}
      />
      <TextInput
        label={t.target}
        placeholder={t.targetHint}
        value={filter.search ?? ''}
        maxLength={100}
        flex="1 1 140px"
        maw={320}
        onChange={(event) => setFilter({ ...filter, search: event.currentTarget.value })}
      />
      <DayFields kept={kept} />
    </>
  );
}
