import { sql } from 'kysely';
import type { Tx } from '../../../db/connect.ts';

/** The worker's job name for settling a payment. */
export const SETTLE_PAYMENT = 'settle-payment';

/**
 * Wakes a worker for a payment, in the transaction that stored it. The row is the source of truth; the job saves waiting for the sweep.
 * `trace`: the trace of the request that it is for.
 */
export async function wakePayment(tx: Tx, { paymentId, trace }: { paymentId: string; trace: string | null }): Promise<void> {
  await sql`
    select graphile_worker.add_job(${SETTLE_PAYMENT}, json_strip_nulls(json_build_object('paymentId', ${paymentId}::text, 'trace', ${trace}::text)),
      max_attempts => 3,
      job_key => ${`${SETTLE_PAYMENT}:${paymentId}`}, job_key_mode => 'replace')
  `.execute(tx);
}
