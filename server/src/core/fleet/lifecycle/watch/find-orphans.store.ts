import type { Ctx } from '../../../ground/ctx.ts';

/** Which of these machines no server accounts for: it has no row, or its row is finished. */
export async function findOrphans(ctx: Ctx, machineIds: readonly string[]): Promise<readonly string[]> {
  if (machineIds.length === 0) return [];
  const rows = await ctx.db.sql
    .selectFrom('servers')
    .select('id')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...machineIds]))))
    .where((eb) => eb.or([eb('goal', '<>', 'gone'), eb('convergeAt', 'is not', null)]))
    .execute();
  const known = new Set(rows.map((row) => row.id));
  return machineIds.filter((id) => !known.has(id));
}
