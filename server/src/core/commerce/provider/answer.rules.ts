import type { ChargeState } from '../../../payments/port.ts';
import { deadline, SECOND_MS } from '../../../kit/clock.ts';
import type { Ctx } from '../../ground/ctx.ts';

/**
 * The outcome of a step. It is answered; it waits for an answer, and its row says when to look; it is unknown, because another process
 * holds it or the provider did not answer, so the event that caused the look must be kept; or this provider has no such row.
 */
export type Settled = 'settled' | 'waiting' | 'look again' | 'not ours';

/** The provider's answer, or the lack of one. Its text goes to the log only. */
export type ProviderAnswer = ChargeState | { readonly is: 'unknown' };

/** When to look again: soon at first, then less and less often; the provider's events usually arrive first. */
export function nextLook(ctx: Ctx, attempts: number): Date {
  const seconds = Math.min(3600, 5 * 2 ** Math.min(attempts, 10));
  return deadline(ctx.clock, { productMs: seconds * SECOND_MS, wallMs: 1 * SECOND_MS });
}
