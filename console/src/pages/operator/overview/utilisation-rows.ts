import type { Utilisation } from '@boreal/contract/oversight.ts';

/** What each pool's share was at one time, in percent, by the pool's id. Pools without GPUs then are left out. */
export interface UtilisationRow {
  readonly at: string;
  readonly shares: Readonly<Record<string, number>>;
}

/** The pools' readings put together by their time, the earliest first. */
export function utilisationRows(pools: Utilisation['pools']): UtilisationRow[] {
  const points = pools.flatMap(({ poolId, points: own }) => own.map((point) => ({ ...point, poolId })));
  return [...Map.groupBy(points, ({ at }) => at)]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([at, group]) => ({
      at,
      shares: Object.fromEntries(group.filter(({ gpus }) => gpus > 0).map(({ poolId, gpus, held }) => [poolId, (held / gpus) * 100])),
    }));
}
