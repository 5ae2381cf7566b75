import type { ForwardedPort } from '@boreal/contract/servers/forwards.ts';
import type { Sql, Tx } from '../../../db/connect.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { takeForwards } from '../forwards/hold-forwards.ts';
import { findSharedAddress, selectPortsOf } from '../forwards/public-ports.store.ts';
import { machineFirewall } from './firewall.store.ts';

/** The public address that a server shares with others, and the ports of it that lead to this one. */
export interface SharedBy {
  readonly address: string;
  readonly held: readonly ForwardedPort[];
}

type Placed = { readonly id: string; readonly hostId: string | null };

/**
 * Takes ports for the rules of a locked server, so that the response to adding a rule can say how it is reached. Null if the server shares
 * no address.
 */
export async function forwardRules(tx: Tx, ctx: Ctx, { id, hostId }: Placed): Promise<SharedBy | null> {
  if (hostId === null || !(await findSharedAddress(tx, hostId))) return null;
  await takeForwards(tx, ctx, { serverId: id, hostId, rules: await machineFirewall(tx, id) });
  return readShared(tx, { id, hostId });
}

/** Null for a server that shares no address, or has no host. */
export async function readShared(db: Sql | Tx, { id, hostId }: Placed): Promise<SharedBy | null> {
  const shared = hostId === null ? null : await findSharedAddress(db, hostId);
  return shared && { address: shared.ip, held: await selectPortsOf(db, { serverId: id, hostId: shared.hostId }) };
}
