import { Language } from '@boreal/contract/words/language.ts';
import type { OwnSubscription } from '@boreal/contract/fleet/subscriptions.ts';
import { notFound } from '../../../kit/errors.ts';
import { newId } from '../../../kit/ids.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { findAddressee } from '../../ground/people/users.store.ts';
import { endSubscription } from './stop-subscription.ts';
import { findSubscriber, saveSubscriber } from './subscribers.store.ts';

/** Whether a signed-in person's address is subscribed to incidents. */
export async function getOwnSubscription(ctx: Ctx, { userId }: { userId: string }): Promise<OwnSubscription> {
  const { email, language } = await personOf(ctx, userId);
  const own = await findSubscriber(ctx.db.sql, email);
  return { email, subscribed: own !== null, language: own === null ? language : Language.parse(own.language) };
}

/** Subscribes or unsubscribes a signed-in person's address. They have confirmed it already: nobody signs in without that. */
export async function setOwnSubscription(
  ctx: Ctx,
  { userId, subscribed, language }: { userId: string; subscribed: boolean; language: Language },
): Promise<OwnSubscription> {
  const { email } = await personOf(ctx, userId);
  await ctx.transact(async (tx) => {
    const now = ctx.clock.now();
    if (subscribed) await saveSubscriber(tx, { id: newId('subscriber', now), email, language, createdAt: now });
    else await endSubscription(tx, { email });
    await recordAudit(tx, ctx, { accountId: null, action: subscribed ? 'subscriber.added' : 'subscriber.removed', target: userId });
  });
  return { email, subscribed, language };
}

async function personOf(ctx: Ctx, userId: string): Promise<{ email: string; language: Language }> {
  const person = await findAddressee(ctx.db.sql, userId);
  if (!person) throw notFound('account');
  return { email: person.email.toLowerCase(), language: person.language };
}
