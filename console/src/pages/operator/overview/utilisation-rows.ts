import type { Utilisation } from '@boreal/contract/operator/oversight.ts';

/** Each pool's share at one time, in percent, by the pool's id. Pools that had no GPUs then are omitted. */
export interface UtilisationRow {
  readonly at: string;
  readonly shares: Readonly<Record<string, number>>;
}

/** The pools' readings merged by time, earliest first. */
export function utilisationRows(pools: Utilisation['pools']): UtilisationRow[] {
  const points = pools.flatMap(({ poolId, points: own }) => own.map((point) => ({ ...point, poolId })));
  return [...Map.groupBy(points, ({ at }) => at)]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([at, group]) => ({
      at,
      shares: Object.fromEntries(group.filter(({ gpus }) => gpus > 0).map(({ poolId, gpus, held }) => [poolId, (held / gpus) * 100])),
    }));
}
