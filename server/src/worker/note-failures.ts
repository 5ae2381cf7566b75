import { hostname } from 'node:os';
import type { Ctx } from '../core/ground/ctx.ts';
import { forgetFailing, listFailing, noteFailing, type ScheduleLane } from '../db/failing-schedules.ts';
import { doubtOf } from '../kit/clock-watch.ts';

/** Records in the database that a run is failing, from its first failure until it succeeds. */
export type NoteFailures = <T>(lane: ScheduleLane, run: () => Promise<T>) => () => Promise<T>;

/** `process`: how operators find the failing one. The first success here clears what an earlier process recorded. */
export async function openFailureNotes(
  { db, log }: Pick<Ctx, 'db' | 'log'>,
  process = `${hostname()} (process ${globalThis.process.pid})`,
): Promise<NoteFailures> {
  const noted = new Set((await listFailing(db.sql)).map(nameOf));
  /** A failed note does not fail the work: the log has it, and the next run notes again. */
  const tell = async (lane: ScheduleLane, write: () => Promise<void>) => {
    try {
      await write();
    } catch (error) {
      log.warn({ err: error, ...lane }, 'what fails and what does again could not be noted for the doctor');
    }
  };
  return (lane, run) => async () => {
    try {
      const value = await run();
      if (noted.has(nameOf(lane)))
        await tell(lane, async () => {
          await forgetFailing(db.sql, lane);
          noted.delete(nameOf(lane));
        });
      return value;
    } catch (error) {
      await tell(lane, async () => {
        noted.add(nameOf(lane));
        await noteFailing(
          db.sql,
          { process, ...lane },
          { clock: doubtOf(error), error: error instanceof Error ? error.message : String(error) },
        );
      });
      throw error;
    }
  };
}

const nameOf = ({ schedule, engine }: ScheduleLane) => `${schedule}/${engine}`;
