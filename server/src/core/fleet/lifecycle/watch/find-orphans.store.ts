import type { Observed } from '../../../../engines/engine.ts';
import type { Ctx } from '../../../ground/ctx.ts';

export interface Orphans {
  /** Their servers were deleted, as our own rows say: nobody needs them. */
  readonly deleted: readonly string[];
  /** We have no such server: from before our database was restored, for one. Somebody's data may be on them. */
  readonly unknown: readonly string[];
  /** Another engine has the machine of that server: whether it lives or not, these are none of ours to remove. */
  readonly copies: readonly string[];
}

/** Machines of servers that are hibernated and at rest, as our rows say, although the machine is on. */
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

/** Which of these machines of an engine no server accounts for. */
export async function findOrphans(ctx: Ctx, engine: string, machineIds: readonly string[]): Promise<Orphans> {
  if (machineIds.length === 0) return { deleted: [], unknown: [], copies: [] };
  const rows = await ctx.db.sql
    .selectFrom('servers')
    .select(['id', 'engine', 'goal', 'convergeAt'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...machineIds]))))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isCopy = (id: string) => ![null, undefined, engine].includes(byId.get(id)?.engine);
  const isDeleted = (id: string) => byId.get(id)?.goal === 'gone' && byId.get(id)?.convergeAt === null;
  return {
    deleted: machineIds.filter((id) => isDeleted(id) && !isCopy(id)),
    unknown: machineIds.filter((id) => !byId.has(id)),
    copies: machineIds.filter(isCopy),
  };
}
