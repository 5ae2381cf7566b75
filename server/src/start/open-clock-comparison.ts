import type { Ctx } from '../core/ground/ctx.ts';
import { readClocks } from '../db/read-database-time.ts';
import { compareClocks, type ClockComparison } from '../kit/clock-comparison.ts';
import type { ClocksApart } from '../kit/clock-watch.ts';
import { SECOND_MS } from '../kit/clock.ts';
import type { Measures } from '../kit/measures.ts';
import { openFailureNotes } from '../worker/note-failures.ts';

const LANE = { schedule: 'clock', engine: '' };

/** Compares this process's clock with the database's, for Prometheus and, if it `serves` customers, also for the log and the doctor. */
export async function openClockComparison(
  ctx: Pick<Ctx, 'db' | 'clock' | 'log'>,
  { measures, serves }: { measures: Measures | undefined; serves: boolean },
): Promise<ClockComparison> {
  const { db, clock, log } = ctx;
  const noted = await openFailureNotes(ctx);
  let isTold = false;
  const tell = async (trouble: ClocksApart | null) => {
    if (trouble !== null && !isTold) log.error({ err: trouble }, 'nobody is served, because the clock is wrong');
    if (trouble === null && isTold) log.warn('the clock is the database’s again, and customers are served');
    isTold = trouble !== null;
    const outcome = noted(LANE, () => (trouble === null ? Promise.resolve() : Promise.reject(trouble)));
    await outcome().catch(() => undefined);
  };
  return compareClocks({
    times: { clockMs: () => clock.wall().getTime(), passedMs: () => performance.now() },
    ask: () => readClocks(db.sql, clock),
    compared: async (trouble, aheadMs) => {
      measures?.clocksCompared(aheadMs / SECOND_MS);
      if (serves) await tell(trouble);
    },
  });
}
