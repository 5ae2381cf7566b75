import { setTimeout as sleep } from 'node:timers/promises';
import type { Notifications } from '../db/notifications.ts';
import { onlyWhenTold } from '../db/only-when-told.ts';
import { readLogLevel } from '../core/ground/installation/log-level.store.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import { MINUTE_MS, SECOND_MS } from '../kit/clock.ts';
import type { LevelledLog, LogLevel } from '../kit/log.ts';

/** Soon enough for an operator who typed the command and watches the log. */
const LOOK_EVERY_MS = 2 * SECOND_MS;
/** The end of a temporary level sends no notification. */
const LOOK_AT_LEAST_MS = MINUTE_MS;

/** Keeps this process's log at the level that an operator set for all processes, and otherwise at its own. */
export function followLogLevel(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  log: LevelledLog,
  { own, notifications }: { own: LogLevel; notifications: Notifications },
): { stop(): Promise<void> } {
  const look = onlyWhenTold(() => applyLogLevel(ctx, log, own), {
    notifications,
    channel: 'log_level_changed',
    atLeastEveryMs: LOOK_AT_LEAST_MS,
    clock: ctx.clock,
  });
  const stopped = new AbortController();
  const { signal } = stopped;
  const follow = async () => {
    while (!signal.aborted) {
      // While the database is down, the level stays; others report the outage.
      await look().catch(() => undefined);
      await sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  const done = follow();
  return {
    stop: () => {
      stopped.abort();
      return done;
    },
  };
}

/** Checks once; a change is logged, at a level that is rarely hidden. */
export async function applyLogLevel({ db, clock }: Pick<Ctx, 'db' | 'clock'>, log: LevelledLog, own: LogLevel): Promise<void> {
  const set = await readLogLevel(db.sql);
  const isOver = set === null || (set.until !== null && set.until <= clock.wall());
  const logLevel = isOver ? own : set.level;
  if (log.level === logLevel) return;
  log.level = logLevel;
  log.warn({ logLevel, until: isOver ? null : set.until }, 'the log level was changed');
}
