import type { HostState, HostWithGpus } from '@boreal/contract/operator.ts';
import type { z } from 'zod';
import { oneOf, wordsOf } from '../../../parts/list-view/list-filter.rules.ts';
import { sortRows, type SortValue } from '../../../parts/sort-rows.rules.ts';

/** What hosts are sorted by, as the headings stand. */
export const hostSorts = ['name', 'state', 'used', 'free', 'aside', 'silent'] as const;
type HostSort = (typeof hostSorts)[number];

/** How a host is; one that is silent is in some state as well. */
export const hostConditions = ['accepting', 'draining', 'offline', 'silent'] as const satisfies readonly (
  | z.infer<typeof HostState>
  | 'silent'
)[];

export type HostFilter = ReturnType<typeof readHostFilter>;

/** Which hosts are shown and in which order, as the page's address, or a saved filter, has it. */
export const readHostFilter = ({ search, state, sort, desc }: Readonly<Record<string, unknown>>) => ({
  search: wordsOf(search),
  state: oneOf(hostConditions, state),
  sort: oneOf(hostSorts, sort),
  desc: desc === true || desc === 'true' || undefined,
});

/** The hosts of a pool that a filter leaves, in its order; without one, as they came. */
export function arrangeHosts(hosts: readonly HostWithGpus[], { search, state, sort, desc }: HostFilter): readonly HostWithGpus[] {
  const words = search?.trim().toLowerCase() ?? '';
  const found = hosts.filter(
    (host) =>
      host.name.toLowerCase().includes(words) &&
      (state === undefined || (state === 'silent' ? host.silentSince !== null : host.state === state)),
  );
  return sort === undefined ? found : sortRows(found, { valueOf: (host) => valueOf(host, sort), desc: desc === true });
}

function valueOf(host: HostWithGpus, sort: HostSort): SortValue {
  switch (sort) {
    case 'name':
      return host.name;
    case 'state':
      return hostConditions.indexOf(host.state);
    case 'used':
      return host.used;
    case 'free':
      return host.free;
    case 'aside':
      return host.setAside;
    case 'silent':
      return host.silentSince;
  }
}
