import { sql } from 'kysely';
import { addMs, DAY_MS } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors.ts';
import type { Ctx } from '../../ground/ctx.ts';

const RETRY_AFTER_SECONDS = 3600;

/**
 * Counts who asks for an account, by network, in real time: one network opens only so many in 24 hours, whether their
 * addresses are taken or not. @throws Too many requests
 */
export async function countSignUp(ctx: Ctx, network: string): Promise<void> {
  await ctx.transact(async (tx) => {
    // One after the other for each network, so that no two are counted as one.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-up ${network}`}, 0))`.execute(tx);
    const at = ctx.clock.wall();
    const before = await tx
      .selectFrom('signUps')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .where('network', '=', network)
      .where('at', '>', addMs(at, -DAY_MS))
      .executeTakeFirstOrThrow();
    if (Number(before.count) >= ctx.rules.signUpsADay) throw new AppError('Too many requests', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    await tx.insertInto('signUps').values({ network, at }).execute();
  });
}
