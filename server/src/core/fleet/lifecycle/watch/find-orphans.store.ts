import type { Observed } from '../../../../engines/engine.ts';
import type { Ctx } from '../../../ground/ctx.ts';

export interface Orphans {
  /** Their servers were deleted or given up according to our rows: nobody needs them. A server held until it is paid is neither. */
  readonly deleted: readonly string[];
  /** We have no such server, for instance because it was made before our database was restored. Somebody's data may be on them. */
  readonly unknown: readonly string[];
  /** Another engine has the machine of that server: whether or not it still exists, these are not ours to remove. */
  readonly copies: readonly string[];
}

/** Machines that are on although our rows say that their servers are hibernated, with nothing in progress. */
export async function findAwake(
  ctx: Ctx,
  engine: string,
  machines: readonly Pick<Observed, 'serverId' | 'power'>[],
): Promise<readonly string[]> {
  const on = machines
    .filter(({ power }) => power === 'running' || power === 'starting' || power === 'stopped')
    .map(({ serverId }) => serverId);
  if (on.length === 0) return [];
  const rows = await ctx.db.sql
    .selectFrom('servers')
    .select('id')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(on))))
    .where('engine', '=', engine)
    .where('status', '=', 'HIBERNATED')
    .where('task', 'is', null)
    .where('convergeAt', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Machines of servers with nothing in progress that are on another host than their rows say: moved since the copy from which the database
 * was restored, or on a host that was renamed.
 */
export async function findAway(
  ctx: Ctx,
  engine: string,
  machines: readonly Pick<Observed, 'serverId' | 'power' | 'hostName'>[],
): Promise<readonly string[]> {
  const hostOf = new Map(
    machines.flatMap(({ serverId, power, hostName }) =>
      hostName === null || power === 'unreachable' ? [] : [[serverId, hostName] as const],
    ),
  );
  if (hostOf.size === 0) return [];
  const rows = await ctx.db.sql
    .selectFrom('servers')
    .innerJoin('hosts', 'hosts.id', 'servers.hostId')
    .select(['servers.id', 'hosts.name'])
    .where((eb) => eb('servers.id', '=', eb.fn.any(eb.val([...hostOf.keys()]))))
    .where('servers.engine', '=', engine)
    .where('servers.status', 'in', ['ACTIVE', 'STOPPED'])
    .where('servers.task', 'is', null)
    .where('servers.convergeAt', 'is', null)
    .orderBy('servers.id')
    .execute();
  return rows.filter(({ id, name }) => hostOf.get(id) !== name).map(({ id }) => id);
}

/** The machines of an engine that belong to no server. */
export async function findOrphans(ctx: Ctx, engine: string, machineIds: readonly string[]): Promise<Orphans> {
  if (machineIds.length === 0) return { deleted: [], unknown: [], copies: [] };
  const rows = await ctx.db.sql
    .selectFrom('servers')
    .select(['id', 'engine', 'status', 'goal', 'convergeAt'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...machineIds]))))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isCopy = (id: string) => ![null, undefined, engine].includes(byId.get(id)?.engine);
  const isDeleted = (id: string) => {
    const row = byId.get(id);
    return row !== undefined && row.goal === 'gone' && row.convergeAt === null && (row.status === 'DELETED' || row.status === 'ERROR');
  };
  return {
    deleted: machineIds.filter((id) => isDeleted(id) && !isCopy(id)),
    unknown: machineIds.filter((id) => !byId.has(id)),
    copies: machineIds.filter(isCopy),
  };
}
