import { sql } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { ATTEMPTS_WORTH_A_LOOK } from './stuck.rules.ts';

/** A job of the queue as its library stores it; times are real. */
export interface JobRow {
  readonly id: string;
  readonly task: string;
  readonly key: string | null;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly lastError: string | null;
  readonly runAt: Date;
  readonly lockedAt: Date | null;
}

const JOB = sql`id::text, task_identifier as task, key, attempts, max_attempts, last_error, run_at, locked_at`;

/** Jobs that failed, were left behind, or whose worker seems to have died; oldest first. */
export async function selectStuckJobs(db: Sql, input: { leftBefore: Date; takenBefore: Date; limit: number }): Promise<readonly JobRow[]> {
  const { rows } = await sql<JobRow>`
    select ${JOB} from graphile_worker.jobs
    where last_error is not null or (locked_at is null and run_at < ${input.leftBefore}) or locked_at < ${input.takenBefore}
    order by run_at, id limit ${input.limit}
  `.execute(db);
  return rows;
}

export async function findJob(db: Sql | Tx, id: string): Promise<JobRow | null> {
  const { rows } = await sql<JobRow>`select ${JOB} from graphile_worker.jobs where id::text = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Makes a job that is not running start now, with all its attempts again. False if it is running. */
export async function rescheduleJob(tx: Tx, input: { id: string; at: Date }): Promise<boolean> {
  const { rows } = await sql`
    select id from graphile_worker.reschedule_jobs(array[${input.id}::bigint], run_at => ${input.at}::timestamptz, attempts => 0)
  `.execute(tx);
  return rows.length > 0;
}

/** Servers whose look is long overdue, whose deadline has passed, or that were tried many times; longest waiting first. */
export function selectStuckServers(db: Sql, input: { dueBefore: Date; now: Date; limit: number }) {
  return db
    .selectFrom('servers as s')
    .innerJoin('accounts as a', 'a.id', 's.accountId')
    .select(['s.id', 's.name', 's.accountId', 'a.name as accountName', 's.status', 's.task', 's.goal', 's.attempts'])
    .select(['s.waitReason', 's.convergeAt', 's.deadlineAt'])
    .where('s.convergeAt', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('s.convergeAt', '<', input.dueBefore),
        eb.and([eb('s.deadlineAt', '<', input.dueBefore), eb('s.deadlineAt', '<', input.now)]),
        eb('s.attempts', '>=', ATTEMPTS_WORTH_A_LOOK),
      ]),
    )
    .orderBy('s.convergeAt')
    .limit(input.limit)
    .execute();
}

/** Backups that have been in progress for too long, oldest first. */
export async function selectStuckBackups(db: Sql, input: { begunBefore: Date; limit: number }) {
  const rows = await db
    .selectFrom('backups as b')
    .innerJoin('servers as s', 's.id', 'b.serverId')
    .innerJoin('accounts as a', 'a.id', 'b.accountId')
    .select(['b.id', 'b.serverId', 's.name as serverName', 'b.accountId', 'a.name as accountName', 'b.createdAt'])
    .where('b.status', '=', 'creating')
    .where('b.createdAt', '<', input.begunBefore)
    .orderBy('b.createdAt')
    .limit(input.limit)
    .execute();
  return rows.map((row) => ({ ...row, status: 'creating' as const }));
}

/** Payments without an answer for too long, oldest first. */
export function selectStuckPayments(db: Sql, input: { begunBefore: Date; limit: number }) {
  return db
    .selectFrom('payments as p')
    .innerJoin('accounts as a', 'a.id', 'p.accountId')
    .select(['p.id', 'p.accountId', 'a.name as accountName', 'p.purpose', 'p.status', 'p.netMicros', 'p.taxMicros'])
    .select(['p.attempts', 'p.checkAt', 'p.createdAt'])
    .where('p.settledAt', 'is', null)
    .where('p.createdAt', '<', input.begunBefore)
    .orderBy('p.createdAt')
    .limit(input.limit)
    .execute();
}

/** Refunds that the provider has not carried out for too long, oldest first. */
export function selectStuckRefunds(db: Sql, input: { begunBefore: Date; limit: number }) {
  return db
    .selectFrom('paymentRefunds as r')
    .innerJoin('accounts as a', 'a.id', 'r.accountId')
    .select(['r.id', 'r.paymentId', 'r.accountId', 'a.name as accountName', 'r.status', 'r.netMicros', 'r.taxMicros'])
    .select(['r.attempts', 'r.checkAt', 'r.createdAt'])
    .where('r.checkAt', 'is not', null)
    .where('r.status', '=', 'pending')
    .where('r.createdAt', '<', input.begunBefore)
    .orderBy('r.createdAt')
    .limit(input.limit)
    .execute();
}
