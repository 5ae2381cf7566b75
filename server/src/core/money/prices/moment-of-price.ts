import { catalogSentences } from '@boreal/contract/request-sentences/catalog.sentences.ts';
import type { Tx } from '../../../db/connect.ts';
import { addMs } from '../../../kit/clock.ts';
import { invalidRequest, type AppError } from '../../../kit/errors.ts';
import { readMeterMark, shareMeterMark } from '../clocks/meter-mark.store.ts';
import { beginsHourAt } from '../clocks/usage.store.ts';
import type { Ctx } from '../../ground/ctx.ts';

/**
 * The time from which a price is set or withdrawn; by default now, but after the billed hours, so that each keeps the price in force at its
 * start. Blocks the meter until the commit, so take it before all other locks.
 */
export async function lockMomentOfPrice(tx: Tx, ctx: Ctx, wished: Date | undefined): Promise<Date> {
  await shareMeterMark(tx);
  const billedThrough = await readMeterMark(tx);
  const now = ctx.clock.now();
  const settled = billedThrough > now || (billedThrough.getTime() === now.getTime() && (await beginsHourAt(tx, now)));
  const earliest = settled ? addMs(billedThrough, 1) : now;
  if (wished !== undefined && wished < earliest) throw invalidRequest('validFrom', catalogSentences.priceInThePast);
  return wished ?? earliest;
}

/** A plan and account have at most one price per instant. */
export function instantTaken(): AppError<'INVALID_REQUEST'> {
  return invalidRequest('validFrom', catalogSentences.instantTaken);
}
