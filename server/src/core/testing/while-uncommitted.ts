import { untilSomebodyWaits } from '../../db/testing.ts';
import { joining, type Ctx } from '../ground/ctx.ts';
import type { Cloud } from './cloud.ts';

/**
 * Returns the result of `second`, which begins while `first` has written but not committed. The commit happens once `second` is done
 * anyway, having read the former state, or waits for a lock.
 */
export async function whileUncommitted<T>(
  cloud: Pick<Cloud, 'ctx' | 'db'>,
  first: (ctx: Ctx) => Promise<unknown>,
  second: () => Promise<T>,
): Promise<T> {
  // Wrapped, because the transaction would wait for a promise that it returns.
  const { answer } = await cloud.ctx.transact(async (tx) => {
    await first(joining(cloud.ctx, tx));
    const begun = second();
    await Promise.race([begun, untilSomebodyWaits(cloud.db)]);
    return { answer: begun };
  });
  return answer;
}
