import type { CostsBy } from '@boreal/contract/billing/costs.ts';
import type { ServerLabel } from '@boreal/contract/servers/labels.ts';
import { gpuLabel } from '../../money/catalog/catalog.rules.ts';
import type { CostServer, ServerCost } from './costs.store.ts';

export type CostSums = Omit<ServerCost, 'serverId'>;

/** One group of a grouping. */
export interface CostGroup extends CostSums {
  readonly id: string | null;
  readonly name: string | null;
  readonly serverCount: number;
  readonly gpu: string | null;
  readonly isDeleted: boolean;
}

interface Grouping {
  readonly by: CostsBy;
  /** The label whose values make the groups, when grouping by a label. */
  readonly label: string | null;
  readonly servers: ReadonlyMap<string, CostServer>;
  readonly labels: ReadonlyMap<string, readonly ServerLabel[]>;
}

/** Groups servers' costs, most expensive first; each server is in exactly one group. */
export function groupCosts(costs: readonly ServerCost[], grouping: Grouping): readonly CostGroup[] {
  const groups = new Map<string | null, CostGroup>();
  for (const cost of costs) {
    const member = memberOf(cost.serverId, grouping);
    const before = groups.get(member.id);
    groups.set(member.id, {
      ...member,
      ...(before ? addCosts(before, cost) : sumsOf(cost)),
      serverCount: (before?.serverCount ?? 0) + (cost.serverId === null ? 0 : 1),
    });
  }
  return [...groups.values()].toSorted((a, b) => compare(totalOf(b), totalOf(a)) || compare(a.id ?? '', b.id ?? ''));
}

export function totalOf({ serversMicros, backupsMicros, ordersMicros, refundsMicros }: CostSums): bigint {
  return serversMicros + backupsMicros + ordersMicros - refundsMicros;
}

export const noCosts: CostSums = { serversMicros: 0n, backupsMicros: 0n, ordersMicros: 0n, refundsMicros: 0n };

export function addCosts(a: CostSums, b: CostSums): CostSums {
  return {
    serversMicros: a.serversMicros + b.serversMicros,
    backupsMicros: a.backupsMicros + b.backupsMicros,
    ordersMicros: a.ordersMicros + b.ordersMicros,
    refundsMicros: a.refundsMicros + b.refundsMicros,
  };
}

/** The keys of the servers' labels, most used first. */
export function labelKeys(labels: ReadonlyMap<string, readonly ServerLabel[]>): readonly string[] {
  const uses = new Map<string, number>();
  for (const { key } of [...labels.values()].flat()) uses.set(key, (uses.get(key) ?? 0) + 1);
  return [...uses].toSorted(([a, of], [b, than]) => than - of || compare(a, b)).map(([key]) => key);
}

const sumsOf = (cost: CostSums) => addCosts(noCosts, cost);

function memberOf(serverId: string | null, { by, label, servers, labels }: Grouping): Omit<CostGroup, keyof CostSums | 'serverCount'> {
  const plain = { gpu: null, isDeleted: false } as const;
  const server = serverId === null ? undefined : servers.get(serverId);
  if (serverId === null || !server) return { ...plain, id: by === 'server' ? serverId : null, name: null };
  switch (by) {
    case 'server':
      return { id: server.id, name: server.name, gpu: gpuLabel(server), isDeleted: server.isDeleted };
    case 'label': {
      const value = labels.get(serverId)?.find(({ key }) => key === label)?.value ?? null;
      return { ...plain, id: value, name: value };
    }
    case 'member':
      return { ...plain, id: server.memberId, name: server.memberName };
    case 'key':
      return { ...plain, id: server.keyId, name: server.keyName };
    case 'model':
      return { ...plain, id: server.modelSlug, name: server.modelName };
  }
}

function compare<T extends bigint | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
