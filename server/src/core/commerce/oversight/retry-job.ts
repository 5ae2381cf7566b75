import { retrySentences } from '@boreal/contract/request-sentences/retries.sentences.ts';
import { invalidRequest, notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { findJob, rescheduleJob, type JobRow } from './stuck.store.ts';

/**
 * Makes a job of the queue run now, with all its attempts again. Its work is safe to repeat. For operators.
 * @throws NOT_FOUND it is done, or never existed · INVALID_REQUEST it is running
 */
export function retryJob(ctx: Ctx, input: { jobId: string }): Promise<JobRow> {
  return ctx.transact(async (tx) => {
    const job = await findJob(tx, input.jobId);
    if (!job) throw notFound('job');
    if (!(await rescheduleJob(tx, { id: job.id, at: ctx.clock.wall() }))) {
      throw invalidRequest('jobId', retrySentences.jobRuns);
    }
    await recordAudit(tx, ctx, { accountId: null, action: 'job.retried', target: job.id, detail: { task: job.task, key: job.key } });
    return (await findJob(tx, job.id)) ?? job;
  });
}
