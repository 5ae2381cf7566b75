import { REQUEST_HOURS } from '@boreal/contract/operator/requests.ts';
import type { Tx } from '../../../db/connect.ts';
import { HOUR_MS } from '../../../kit/clock.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import { systemActor, type Ctx } from '../../ground/ctx.ts';
import { lockOverdue, markExpired, takeOverCreditRequests } from '../second-operator/operator-requests.store.ts';
import { ourDeed } from './our-deed.rules.ts';
import { tellAsker } from './tell-asker.ts';

const AT_ONCE = 100;

/**
 * Ends requests that nobody has decided in time, and tells the requesters. First imports requests made by a process of the previous
 * version, while both run. Safe with any number of workers.
 */
export async function expireRequests(ctx: Ctx): Promise<void> {
  await ctx.transact((tx) => takeOverCreditRequests(tx, { waitsMs: REQUEST_HOURS * HOUR_MS }));
  let expired: number;
  do {
    expired = await ctx.transact((joined) => expireOnce(joined, { ...ctx, actor: systemActor, door: 'system' }));
  } while (expired === AT_ONCE);
}

async function expireOnce(tx: Tx, ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  const requests = (await lockOverdue(tx, { now, limit: AT_ONCE })).flatMap((request) => {
    const deed = ourDeed(request.deed);
    return deed === null ? [] : [{ request, deed }];
  });
  await markExpired(tx, { ids: requests.map(({ request }) => request.id), at: now });
  for (const { request, deed } of requests) {
    const detail = { deed: { ...deed }, askedBy: request.askedByName };
    await recordAudit(tx, ctx, { accountId: null, action: 'request.expired', target: request.id, detail });
    await tellAsker(tx, ctx, { request, deed, decision: 'expired', by: null });
  }
  return requests.length;
}
