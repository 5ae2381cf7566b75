import { addMs, DAY_MS } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { insertSignUp, lockSignUps } from './sign-ups.store.ts';

const RETRY_AFTER_SECONDS = 3600;

/**
 * Counts sign-ups, by network, in real time: one network may only open a limited number of accounts in 24 hours, whether or not their
 * addresses are taken. @throws Too many requests
 */
export async function countSignUp(ctx: Ctx, network: string): Promise<void> {
  await ctx.transact(async (tx) => {
    const at = ctx.clock.wall();
    const before = await lockSignUps(tx, { network, since: addMs(at, -DAY_MS) });
    if (before >= ctx.rules.signUpsADay) throw new AppError('Too many requests', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    await insertSignUp(tx, { network, at });
  });
}
