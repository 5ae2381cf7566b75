import { untilSomebodyWaits } from '../../db/testing.ts';
import { joining, type Ctx } from '../ground/ctx.ts';
import type { Cloud } from './cloud.ts';

/**
 * What `second` answers that begins while `first` has written and not committed. It goes on when it is done all the same, having read what
 * was before, or when it waits for a lock.
 */
export async function whileUncommitted<T>(
  cloud: Pick<Cloud, 'ctx' | 'db'>,
  first: (ctx: Ctx) => Promise<unknown>,
  second: () => Promise<T>,
): Promise<T> {
  // Wrapped: the transaction would wait for a promise that it answers.
  const { answer } = await cloud.ctx.transact(async (tx) => {
    await first(joining(cloud.ctx, tx));
    const begun = second();
    await Promise.race([begun, untilSomebodyWaits(cloud.db)]);
    return { answer: begun };
  });
  return answer;
}
