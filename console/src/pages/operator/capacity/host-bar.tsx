import { Group, SegmentedControl, Text } from '@mantine/core';
import { ListBar } from '../../../parts/list-view/list-bar.tsx';
import type { KeptFilter } from '../../../parts/list-view/use-list-filter.ts';
import { nextSort } from '../../../parts/sort-rows.rules.ts';
import { oneOf } from '../../../parts/list-view/list-filter.rules.ts';
import { Choice } from '../parts/choice.tsx';
import { SearchBox } from '../../../parts/list-view/search-box.tsx';
import { useOperatorText } from '../parts/text.ts';
import { hostConditions, hostSorts, hostViews, viewOf, type HostFilter } from './host-order.rules.ts';
import { useOperatorCapacityText } from './text.ts';

/** Which hosts are shown in all pools, and in which order: a card has no columns, so the headings stand above them all. */
export function HostBar({ kept, hosts }: { kept: KeptFilter<HostFilter>; hosts: number }) {
  const t = useOperatorCapacityText();
  const words = useOperatorText();
  const { filter, setFilter } = kept;
  const sorted = filter.sort === undefined ? null : { by: filter.sort, desc: filter.desc === true };
  const sortBy = (by: string) => {
    const next = nextSort(sorted, by);
    setFilter({ ...filter, sort: oneOf(hostSorts, next?.by), desc: next?.desc || undefined });
  };
  return (
    <>
      <ListBar list="operator-hosts" filter={kept}>
        <SearchBox label={t.searchHosts} value={filter.search} onChange={(search) => setFilter({ ...filter, search })} />
        <Choice
          label={words.status}
          options={hostConditions}
          names={{ ...t.state, silent: t.silent }}
          value={filter.state}
          onChange={(state) => setFilter({ ...filter, state })}
        />
      </ListBar>
      <SegmentedControl
        aria-label={t.view}
        size="xs"
        mt="sm"
        value={viewOf(filter, hosts)}
        onChange={(view) => setFilter({ ...filter, view: oneOf(hostViews, view), host: undefined })}
        data={hostViews.map((value) => ({ value, label: t.views[value] }))}
      />
      <Group role="group" aria-label={t.sortHosts} gap="4px 16px" mt="sm" fz="sm" c="dimmed" fw={600}>
        {/* The group's own name, for those who see it. */}
        <Text span inherit fw={400} aria-hidden>
          {t.sortHosts}
        </Text>
        {hostSorts.map((by) => {
          const isSorted = sorted?.by === by;
          return (
            <button
              key={by}
              type="button"
              className="sorts"
              aria-pressed={isSorted}
              aria-label={isSorted ? t.hostsSorted(t.hostSorts[by], sorted.desc) : undefined}
              onClick={() => sortBy(by)}
            >
              {t.hostSorts[by]}
              <span aria-hidden>{!isSorted ? ' ' : sorted.desc ? '↓' : '↑'}</span>
            </button>
          );
        })}
      </Group>
    </>
  );
}
