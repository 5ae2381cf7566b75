import { retrySentences } from '@boreal/contract/request-sentences/retries.sentences.ts';
import { invalidRequest, notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { lockServer } from '../../fleet/servers/servers.store.ts';
import { traceToStore } from '../../fleet/servers/server-trace.ts';
import { wakeServer } from '../../fleet/servers/wake-server.store.ts';

/**
 * Brings forward the next look at a waiting server. Its goal, attempts and deadline stay the same. `atRest`: also at a server with nothing
 * in progress, whose machine then becomes what the row says: after an older copy was restored, it may be something else. For operators.
 * @throws NOT_FOUND · INVALID_REQUEST there is nothing to do for it
 */
export function retryServer(ctx: Ctx, input: { serverId: string; atRest?: boolean }): Promise<void> {
  return ctx.transact(async (tx) => {
    const server = await lockServer(tx, input.serverId);
    if (!server) throw notFound('server');
    const mayWake = input.atRest === true && (server.status === 'ACTIVE' || server.status === 'STOPPED' || server.status === 'HIBERNATED');
    if (server.convergeAt === null && !mayWake) throw invalidRequest('serverId', retrySentences.serverAtRest);
    await wakeServer(tx, { serverId: server.id, at: ctx.clock.now(), trace: traceToStore(ctx) });
    const detail = { goal: server.goal, attempts: server.attempts, waitReason: server.waitReason };
    await recordAudit(tx, ctx, { accountId: server.accountId, action: 'server.retried', target: server.id, detail });
  });
}
