import type { ChargeState } from '../../../payments/port.ts';
import { deadline, SECOND_MS } from '../../../kit/clock.ts';
import type { Ctx } from '../../ground/ctx.ts';

/**
 * What became of a step: the answer is there; it is waited for, and its row says when to look; nobody knows yet, for somebody
 * else is at it or the provider did not answer, so whoever came with news has to keep them; or it is no row of this provider.
 */
export type Settled = 'settled' | 'waiting' | 'look again' | 'not ours';

/** What the provider says, or that it says nothing. Its words go to the log only. */
export type Answer = ChargeState | { readonly is: 'unknown' };

/** When to look again: soon at first, then ever more rarely; the provider's news come sooner than that. */
export function nextLook(ctx: Ctx, attempts: number): Date {
  const seconds = Math.min(3600, 5 * 2 ** Math.min(attempts, 10));
  return deadline(ctx.clock, { productMs: seconds * SECOND_MS, wallMs: 1 * SECOND_MS });
}
