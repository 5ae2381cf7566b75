import { CostsBy, COST_DAYS_MAX } from '@boreal/contract/billing/costs.ts';
import { Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useCostsText } from './text.ts';
import { ExportButtons } from './export-buttons.tsx';
import { LAST_DAYS, type ChosenCosts } from './use-chosen-costs.ts';

interface CostsChoiceProps {
  readonly chosen: ChosenCosts;
  /** The keys of labels that there are, and the one whose values are shown. */
  readonly labels: readonly string[];
  readonly label: string | null;
}

/** By what costs are told apart, and of which days. */
export function CostsChoice({ chosen, labels, label }: CostsChoiceProps) {
  const t = useCostsText();
  const { search, wrong, choose } = chosen;
  // One that the address names stays, although no server of these days has it.
  const keys = label === null || labels.includes(label) ? labels : [label, ...labels];
  const told = wrong === 'order' ? t.wrongOrder : wrong === 'many' ? t.tooMany(COST_DAYS_MAX) : null;
  return (
    <div>
      <Group align="flex-end">
        <NativeSelect
          label={t.by}
          value={search.by ?? 'server'}
          onChange={(event) => choose({ ...search, label: undefined, by: CostsBy.safeParse(event.currentTarget.value).data })}
          data={CostsBy.options.map((by) => ({ value: by, label: t.bys[by] }))}
        />
        {search.by === 'label' && keys.length > 0 && (
          <NativeSelect
            label={t.label}
            value={label ?? ''}
            onChange={(event) => choose({ ...search, label: event.currentTarget.value })}
            data={[...keys]}
          />
        )}
        <NativeSelect
          label={t.period}
          value={search.period ?? 'month'}
          onChange={(event) => choose({ ...search, ...periodOf(event.currentTarget.value) })}
          data={[
            { value: 'month', label: t.periods.month },
            { value: 'days', label: t.periods.days(LAST_DAYS) },
            { value: 'dates', label: t.periods.dates },
          ]}
        />
        {search.period === 'dates' && (
          <>
            <TextInput
              type="date"
              label={t.from}
              value={search.from ?? ''}
              onChange={(event) => choose({ ...search, from: dateOf(event.currentTarget.value) })}
              error={told !== null}
            />
            <TextInput
              type="date"
              label={t.to}
              value={search.to ?? ''}
              onChange={(event) => choose({ ...search, to: dateOf(event.currentTarget.value) })}
              error={told !== null}
            />
          </>
        )}
        <ExportButtons chosen={chosen} />
      </Group>
      {told !== null && (
        <Text size="sm" c="var(--mantine-color-error)" mt="xs" role="alert">
          {told}
        </Text>
      )}
    </div>
  );
}

/** Only dates have bounds of their own. */
function periodOf(value: string) {
  if (value === 'dates') return { period: value } as const;
  return { period: value === 'days' ? value : undefined, from: undefined, to: undefined } as const;
}

const dateOf = (typed: string) => (typed === '' ? undefined : typed);
