import type { Sql, Tx } from '../../../db/connect.ts';
import type { Engine, MachineAsFound, MachineGpu } from '../../../engines/engine.ts';
import { readRecord } from './machine-record.rules.ts';
import { selectFreePlaces } from './unknown-holdings.store.ts';

/** The GPUs of a host that a machine has; for an engine that chooses hosts by itself, as many places as it has GPUs. */
export async function placesOf(
  db: Sql | Tx,
  engine: Engine,
  of: { serverId: string; hostId: string; found: MachineAsFound },
): Promise<readonly MachineGpu[]> {
  const { serverId, hostId, found } = of;
  if (engine.can.placement === 'boreal') return found.gpus;
  const poolId = (found.record === null ? null : readRecord(found.record)?.poolId) ?? null;
  return selectFreePlaces(db, { serverId, hostId, poolId, count: found.gpus.length });
}

/** The addresses that it has. */
export function addressesOf({ ipv4, ipv6 }: MachineAsFound): string[] {
  return [ipv4, ipv6].filter((ip) => ip !== null);
}
