import type { Tx } from '../../../db/connect.ts';
import { addMs, DAY_MS } from '../../../kit/clock.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { lockOperator, readAlone, type AloneActions } from './alone.store.ts';

/** What counts towards the total that one operator moves; and, separately, towards the limits that they raise. */
const MOVES: AloneActions = {
  actions: ['account.credited', 'account.debited', 'payment.refunded', 'server.settled'],
  fields: ['amountMicros', 'netMicros'],
};
const RAISES: AloneActions = { actions: ['account_budget.set'], fields: ['raisedMicros'] };

/** Whether this movement would bring one operator's total in 24 hours above their own limit: small ones add up. */
export function movesTooMuch(tx: Tx, ctx: Ctx, amountMicros: bigint): Promise<boolean> {
  return isTooMuch(tx, ctx, { amountMicros, of: MOVES });
}

/** The same for what customers may spend, raised by `raisedMicros`; null: a limit is lifted. */
export async function raisesTooMuch(tx: Tx, ctx: Ctx, raisedMicros: bigint | null): Promise<boolean> {
  if (raisedMicros === 0n) return false;
  return isTooMuch(tx, ctx, { amountMicros: raisedMicros, of: RAISES });
}

/** How much the caller may still move alone in these 24 hours, micro-CAD; null: any amount. */
export async function readLeftAlone(tx: Tx, ctx: Ctx): Promise<bigint | null> {
  const { creditAloneMicros } = ctx.rules;
  if (creditAloneMicros === null) return null;
  const left = creditAloneMicros - (await readAlone(tx, ctx.actor, { since: aDayAgo(ctx), of: MOVES }));
  return left > 0n ? left : 0n;
}

async function isTooMuch(tx: Tx, ctx: Ctx, { amountMicros, of }: { amountMicros: bigint | null; of: AloneActions }): Promise<boolean> {
  const { creditAloneMicros } = ctx.rules;
  if (creditAloneMicros === null || ctx.actor.type !== 'operator') return false;
  if (amountMicros === null) return true;
  await lockOperator(tx, ctx.actor);
  return (await readAlone(tx, ctx.actor, { since: aDayAgo(ctx), of })) + amountMicros > creditAloneMicros;
}

function aDayAgo({ clock }: Ctx): Date {
  return addMs(clock.now(), -DAY_MS);
}
