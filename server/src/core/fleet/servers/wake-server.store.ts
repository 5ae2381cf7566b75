import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../db/connect.ts';
import type { ServerTrace } from './server-trace.ts';

/** The worker's job name for converging a server. */
export const CONVERGE_SERVER = 'converge-server';

/**
 * Records that a server has work from `at` (product time) on and wakes a worker, both in the transaction that makes the work. The row is
 * the source of truth; the job only saves waiting for the sweeper. `trace`: the request that the work is for; by default the same as
 * before.
 */
export async function wakeServer(tx: Tx, input: { serverId: string; at: Date; trace?: ServerTrace | null }): Promise<void> {
  await tx
    .updateTable('servers')
    .set({ convergeAt: input.at, ...input.trace })
    .where('id', '=', input.serverId)
    .execute();
  await enqueueConverge(tx, { serverId: input.serverId });
}

/** At most one waiting job per server; a job added while one runs follows it. `runAt` is real time. */
export async function enqueueConverge(tx: Tx, input: { serverId: string; runAt?: Date | null }): Promise<void> {
  await sql`select ${addConvergeJob(input)}`.execute(tx);
}

/** The same as an expression, for a statement that writes the job's cause. */
export function addConvergeJob({ serverId, runAt = null }: { serverId: string; runAt?: Date | null }): RawBuilder<unknown> {
  return sql`graphile_worker.add_job(
    ${CONVERGE_SERVER}, json_build_object('serverId', ${serverId}::text), run_at => ${runAt}::timestamptz, max_attempts => 3,
    job_key => ${`${CONVERGE_SERVER}:${serverId}`}, job_key_mode => 'replace')`;
}
