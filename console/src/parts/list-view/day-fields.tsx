import { TextInput } from '@mantine/core';
import type { ListFilter } from './list-filter.rules.ts';
import { isWrongOrder, type Days } from './list-filter.rules.ts';
import type { KeptFilter } from './use-list-filter.ts';
import { useListsText } from './use-lists-text.ts';

/** From which day to which a list is shown: days of Toronto's calendar, both inclusive. */
export function DayFields<F extends ListFilter & Days>({ kept: { filter, setFilter } }: { kept: KeptFilter<F> }) {
  const t = useListsText();
  const wrong = isWrongOrder(filter) ? t.wrongOrder : undefined;
  return (
    <>
      <TextInput
        type="date"
        label={t.from}
        value={filter.from ?? ''}
        onChange={(event) => setFilter({ ...filter, from: event.currentTarget.value })}
        error={wrong !== undefined}
      />
      <TextInput
        type="date"
        label={t.to}
        value={filter.to ?? ''}
        onChange={(event) => setFilter({ ...filter, to: event.currentTarget.value })}
        error={wrong}
      />
    </>
  );
}
