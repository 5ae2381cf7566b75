import { REQUEST_HOURS } from '@boreal/contract/operator/requests.ts';
import { OperatorDeed } from '@boreal/contract/operator/deeds.ts';
import { HOUR_MS } from '../../../kit/clock.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import { systemActor, type Ctx } from '../../ground/ctx.ts';
import { expireSome, takeOverCreditRequests } from '../second-operator/operator-requests.store.ts';
import { tellAsker } from './tell-asker.ts';

const AT_ONCE = 100;

/**
 * Ends requests that nobody has decided in time, and tells whoever asked. Before, it brings over what a process of the version
 * before has asked while both run. Safe in any number of workers.
 */
export async function expireRequests(ctx: Ctx): Promise<void> {
  await ctx.transact((tx) => takeOverCreditRequests(tx, { waitsMs: REQUEST_HOURS * HOUR_MS }));
  let expired: number;
  do {
    expired = await ctx.transact((joined) => expireOnce(joined, { ...ctx, actor: systemActor, door: 'system' }));
  } while (expired === AT_ONCE);
}

async function expireOnce(tx: Parameters<typeof expireSome>[0], ctx: Ctx): Promise<number> {
  const requests = await expireSome(tx, { now: ctx.clock.now(), limit: AT_ONCE });
  for (const request of requests) {
    const deed = OperatorDeed.parse(request.deed);
    const detail = { deed: { ...deed }, askedBy: request.askedByName };
    await recordAudit(tx, ctx, { accountId: null, action: 'request.expired', target: request.id, detail });
    await tellAsker(tx, ctx, { request, deed, decision: 'expired', by: null });
  }
  return requests.length;
}
