import { setTimeout } from 'node:timers/promises';
import type { Ctx } from '../../ground/ctx.ts';
import { readProof } from './prove-ledger.ts';

/** Waits until Postgres has noticed that the process that was making the proof of the ledger is gone. */
export async function untilNobodyProves(ctx: Ctx): Promise<void> {
  for (let tries = 0; tries < 1000; tries += 1) {
    if ((await readProof(ctx)).underWaySince === null) return;
    await setTimeout(100);
  }
  throw new Error('a proof is still under way');
}
