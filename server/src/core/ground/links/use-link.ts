import { hash } from 'node:crypto';
import { addMs, DAY_MS } from '../../../kit/clock.ts';
import type { Ctx } from '../ctx.ts';
import { insertUsedLink } from './links.store.ts';

/**
 * Uses a link up: true for the first who comes with it, by whatever process, false for all after. To be asked of links that
 * open once and are over within a day.
 */
export async function useLink(ctx: Ctx, token: string): Promise<boolean> {
  const usedAt = ctx.clock.wall();
  return insertUsedLink(ctx.db.sql, { hash: hash('sha256', token, 'buffer'), usedAt, expiresAt: addMs(usedAt, DAY_MS) });
}
