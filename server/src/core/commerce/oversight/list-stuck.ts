import { toCad } from '@boreal/contract/values/money.ts';
import type { StuckWork } from '@boreal/contract/operator/oversight.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { jobsLeftBefore, jobsTakenBefore, STUCK_SHOWN, tooLongAgo } from './stuck.rules.ts';
import {
  selectStuckBackups,
  selectStuckJobs,
  selectStuckPayments,
  selectStuckRefunds,
  selectStuckServers,
  type JobRow,
} from './stuck.store.ts';

/** How much of a job's error is shown. */
const ERROR_SHOWN = 500;

/** Stuck work, longest waiting first. For operators. */
export async function listStuckWork(ctx: Ctx): Promise<StuckWork> {
  const db = ctx.db.sql;
  const { clock } = ctx;
  const limit = STUCK_SHOWN;
  const [jobs, servers, backups, payments, refunds] = await Promise.all([
    selectStuckJobs(db, { leftBefore: jobsLeftBefore(clock), takenBefore: jobsTakenBefore(clock), limit }),
    selectStuckServers(db, { dueBefore: tooLongAgo(clock, 'server'), now: clock.now(), limit }),
    selectStuckBackups(db, { begunBefore: tooLongAgo(clock, 'backup'), limit }),
    selectStuckPayments(db, { begunBefore: tooLongAgo(clock, 'payment'), limit }),
    selectStuckRefunds(db, { begunBefore: tooLongAgo(clock, 'refund'), limit }),
  ]);
  return {
    jobs: jobs.map(toStuckJob),
    servers: servers.map((row) => ({ ...row, convergeAt: timeText(row.convergeAt), deadlineAt: timeText(row.deadlineAt) })),
    backups: backups.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    payments: payments.map(withTotal),
    refunds: refunds.map(withTotal),
  };
}

/** A job as shown to operators. */
export function toStuckJob(row: JobRow): StuckWork['jobs'][number] {
  return {
    ...row,
    lastError: row.lastError === null ? null : row.lastError.slice(0, ERROR_SHOWN),
    runAt: row.runAt.toISOString(),
    lockedAt: timeText(row.lockedAt),
  };
}

interface Charge {
  readonly netMicros: bigint;
  readonly taxMicros: bigint;
  readonly checkAt: Date | null;
  readonly createdAt: Date;
}

function withTotal<C extends Charge>({ netMicros, taxMicros, checkAt, createdAt, ...rest }: C) {
  return { ...rest, total: toCad(netMicros + taxMicros), checkAt: timeText(checkAt), createdAt: createdAt.toISOString() };
}

function timeText(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
