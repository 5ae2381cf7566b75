import type { HostState, HostWithGpus } from '@boreal/contract/operator/operator.ts';
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

/** Each host with all that is known of it, or all hosts on one screen. */
export const hostViews = ['cards', 'map'] as const;
type HostView = (typeof hostViews)[number];

/** More hosts than this are shown as a map, unless somebody chooses otherwise: their cards are many screens long. */
const CARDS_MAX = 24;

/** Which hosts are shown, in which order and how, as the page's address, or a saved filter, has it. `host`: the one that is open on the map. */
export const readHostFilter = ({ search, state, sort, desc, view, host }: Readonly<Record<string, unknown>>) => ({
  search: wordsOf(search),
  state: oneOf(hostConditions, state),
  sort: oneOf(hostSorts, sort),
  desc: desc === true || desc === 'true' || undefined,
  view: oneOf(hostViews, view),
  host: wordsOf(host),
});

/** How so many hosts are shown. */
export function viewOf({ view }: Pick<HostFilter, 'view'>, hosts: number): HostView {
  return view ?? (hosts > CARDS_MAX ? 'map' : 'cards');
}

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
