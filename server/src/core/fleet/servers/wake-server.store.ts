import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../db/connect.ts';

/** The name under which the worker runs a server's convergence. */
export const CONVERGE_SERVER = 'converge-server';

/**
 * Says that a server has work from `at` (product time) on and wakes a worker, both with the transaction that made the
 * work. The row is the truth; the job only saves the wait for the sweeper.
 */
export async function wakeServer(tx: Tx, input: { serverId: string; at: Date }): Promise<void> {
  await tx.updateTable('servers').set({ convergeAt: input.at }).where('id', '=', input.serverId).execute();
  await enqueueConverge(tx, { serverId: input.serverId });
}

/** One waiting job a server at the most; a job that runs already is followed by another. `runAt` is real time. */
export async function enqueueConverge(tx: Tx, input: { serverId: string; runAt?: Date | null }): Promise<void> {
  await sql`select ${addConvergeJob(input)}`.execute(tx);
}

/** The same as an expression, for a statement that writes what the job is for. */
export function addConvergeJob({ serverId, runAt = null }: { serverId: string; runAt?: Date | null }): RawBuilder<unknown> {
  return sql`graphile_worker.add_job(
    ${CONVERGE_SERVER}, json_build_object('serverId', ${serverId}::text), run_at => ${runAt}::timestamptz, max_attempts => 3,
    job_key => ${`${CONVERGE_SERVER}:${serverId}`}, job_key_mode => 'replace')`;
}
