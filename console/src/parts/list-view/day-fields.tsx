import { Group, Text, TextInput } from '@mantine/core';
import { isWrongOrder, type Days, type ListFilter } from './list-filter.rules.ts';
import type { KeptFilter } from './use-list-filter.ts';
import { useListsText } from './use-lists-text.ts';

/** From which day to which a list is shown: days of Toronto's calendar, both inclusive. */
export function DayFields<F extends ListFilter & Days>({ kept: { filter, setFilter } }: { kept: KeptFilter<F> }) {
  const t = useListsText();
  const wrong = isWrongOrder(filter);
  const field = (name: 'from' | 'to') => (
    <TextInput
      type="date"
      w={145}
      label={t[name]}
      value={filter[name] ?? ''}
      onChange={(event) => setFilter({ ...filter, [name]: event.currentTarget.value })}
      error={wrong}
    />
  );
  return (
    <div>
      <Group align="flex-end">
        {field('from')}
        {field('to')}
      </Group>
      {wrong && (
        <Text size="sm" c="var(--mantine-color-error)" mt="xs" role="alert">
          {t.wrongOrder}
        </Text>
      )}
    </div>
  );
}
