import type { Ctx } from '../../core/ground/ctx.ts';

/** The context of a change: carrying one out requires a running Boreal, which only a preview can do without. */
export function requireCtx(ctx: Ctx | null): Ctx {
  if (ctx === null) throw new Error('a change of the database was made in a preview');
  return ctx;
}
