import type { Sql } from '../../db/connect.ts';
import { LIST_MAX } from '../page.ts';
import { selectCards, selectHosts, type HostRow } from './hosts.store.ts';

export interface HostWithCards extends HostRow {
  readonly free: number;
  readonly used: number;
  /** Every card of the host, the server that holds it, and the preempted one whose machine has still to leave it. */
  readonly cards: readonly { readonly slot: number; readonly serverId: string | null; readonly leavingServerId: string | null }[];
}

/** Hosts, oldest first, with what is free and who holds the rest. For operators. */
export async function listHosts(db: Sql, input: { poolId?: string | undefined } = {}): Promise<HostWithCards[]> {
  const hosts = await selectHosts(db, { ...input, limit: LIST_MAX });
  const cards = Map.groupBy(
    await selectCards(
      db,
      hosts.map((host) => host.id),
    ),
    (card) => card.hostId,
  );
  return hosts.map((host) => {
    const own = (cards.get(host.id) ?? []).map(({ slot, serverId, leavingServerId }) => ({ slot, serverId, leavingServerId }));
    const free = own.filter((card) => card.serverId === null && card.leavingServerId === null).length;
    return { ...host, free, used: own.length - free, cards: own };
  });
}
