import { notFound } from '../../../kit/errors.ts';
import type { Tx } from '../../../db/connect.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { deleteSubscriber, dropWaitingMail } from './subscribers.store.ts';

/** Ends the subscription that a link in a mail belongs to. No effect if it has already ended. */
export async function stopSubscription(ctx: Ctx, { subscriberId }: { subscriberId: string }): Promise<void> {
  await ctx.transact((tx) => endSubscription(tx, { id: subscriberId }));
}

/** Ends the subscription of an address, for a person who asks in some other way or whose mail bounces. For operators. @throws NOT_FOUND */
export async function removeSubscriber(ctx: Ctx, { email }: { email: string }): Promise<void> {
  await ctx.transact(async (tx) => {
    const id = await endSubscription(tx, { email });
    if (id === null) throw notFound('subscriber');
    // By its id: the log is kept, and the address is not.
    await recordAudit(tx, ctx, { accountId: null, action: 'subscriber.removed', target: id });
  });
}

/** Also cancels the subscriber's waiting mail. Returns the subscription's id; null if there is no such subscription. */
export async function endSubscription(tx: Tx, by: { id: string } | { email: string }): Promise<string | null> {
  const ended = await deleteSubscriber(tx, by);
  if (ended === null) return null;
  await dropWaitingMail(tx, { email: ended.email, reason: 'Unsubscribed.' });
  return ended.id;
}
