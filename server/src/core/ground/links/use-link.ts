import { hash } from 'node:crypto';
import { addMs, DAY_MS } from '../../../kit/clock.ts';
import type { Ctx } from '../ctx.ts';
import { insertUsedLink } from './links.store.ts';

/**
 * Uses a link up: true for the first use, in whatever process, false for all later ones. For links that open once and expire within a day.
 */
export async function useLink(ctx: Ctx, token: string): Promise<boolean> {
  const usedAt = ctx.clock.wall();
  return insertUsedLink(ctx.db.sql, { hash: hash('sha256', token, 'buffer'), usedAt, expiresAt: addMs(usedAt, DAY_MS) });
}
