import { hash } from 'node:crypto';
import type { Language } from '@boreal/contract/words/language.ts';
import { addMs, DAY_MS, HOUR_MS } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { countNotices } from '../../ground/notices/notices.store.ts';
import { recordNotice } from '../../ground/notices/record-notice.ts';
import { signSubscriptionLink } from './confirm-subscription.ts';
import { insertRequest, lockRequests } from './subscription-requests.store.ts';

/** How many requests one network may make in a day, and all of them together in an hour: each one mails somebody who may not know us. */
const NETWORK_A_DAY = 20;
const ALL_AN_HOUR = 500;
/** An address gets at most one link in each of these periods of real time, and this many in a week. */
const STRETCH_MS = 4 * HOUR_MS;
const ADDRESS_A_WEEK = 3;
const RETRY_AFTER_SECONDS = 3600;

/**
 * Mails an address the link that subscribes it, unless it has reached its limit. The response reveals neither that nor whether the address
 * is subscribed.
 * @throws Too many requests the network, or all networks together, have reached their limit
 */
export async function askSubscription(ctx: Ctx, input: { email: string; language: Language; network: string }): Promise<void> {
  const { email, language } = input;
  const network = hash('sha256', input.network, 'buffer');
  await ctx.transact(async (tx) => {
    const at = ctx.clock.wall();
    const before = await lockRequests(tx, { network, since: addMs(at, -DAY_MS), allSince: addMs(at, -HOUR_MS) });
    if (before.own >= NETWORK_A_DAY || before.all >= ALL_AN_HOUR)
      throw new AppError('Too many requests', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    await insertRequest(tx, { network, at });
    const since = addMs(ctx.clock.now(), -7 * DAY_MS);
    if ((await countNotices(tx, { kind: 'subscription_asked', email, since })) >= ADDRESS_A_WEEK) return;
    const { token, expiresAt } = await signSubscriptionLink(tx, ctx, { email, language });
    await recordNotice(tx, ctx, {
      accountId: null,
      kind: 'subscription_asked',
      serverId: null,
      data: { expiresAt: expiresAt.toISOString() },
      to: { email, name: null, language },
      secret: token,
      key: `subscription-asked:${email}:${Math.floor(at.getTime() / STRETCH_MS)}`,
    });
  });
}
