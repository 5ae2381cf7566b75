import { hostname } from 'node:os';
import type { Ctx } from '../core/ground/ctx.ts';
import { forgetFailing, listFailing, noteFailing, type ScheduleLane } from '../db/failing-schedules.ts';
import { doubtOf } from '../kit/clock-watch.ts';

/** Lets a run be known in the database as failing, from its first failure until it succeeds. */
export type NoteFailures = <T>(lane: ScheduleLane, run: () => Promise<T>) => () => Promise<T>;

/** `process`: how operators find the one that fails. What an earlier process has left is taken back by the first success here. */
export async function openFailureNotes(
  { db, log }: Pick<Ctx, 'db' | 'log'>,
  process = `${hostname()} (process ${globalThis.process.pid})`,
): Promise<NoteFailures> {
  const noted = new Set((await listFailing(db.sql)).map(nameOf));
  /** The work is what counts: that it could not be noted is in the log, and the next run notes it. */
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
