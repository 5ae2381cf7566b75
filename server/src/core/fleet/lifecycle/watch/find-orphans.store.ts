import type { Ctx } from '../../../ground/ctx.ts';

/**
 * Which of these machines of an engine no server accounts for (it has no row, or its row is finished), and which are copies of a
 * machine that another engine has for its server: whether that still lives or not, they are none of ours to remove.
 */
export async function findOrphans(
  ctx: Ctx,
  engine: string,
  machineIds: readonly string[],
): Promise<{ orphans: readonly string[]; copies: readonly string[] }> {
  if (machineIds.length === 0) return { orphans: [], copies: [] };
  const rows = await ctx.db.sql
    .selectFrom('servers')
    .select(['id', 'engine', 'goal', 'convergeAt'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...machineIds]))))
    .execute();
  const copies = new Set(rows.filter((row) => row.engine !== null && row.engine !== engine).map(({ id }) => id));
  const known = new Set(rows.filter((row) => row.goal !== 'gone' || row.convergeAt !== null).map(({ id }) => id));
  return {
    orphans: machineIds.filter((id) => !known.has(id) && !copies.has(id)),
    copies: machineIds.filter((id) => copies.has(id)),
  };
}
