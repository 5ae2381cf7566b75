import { hash } from 'node:crypto';
import { Language } from '@boreal/contract/words/language.ts';
import { subscriptionSentences } from '@boreal/contract/request-sentences/subscriptions.sentences.ts';
import { z } from 'zod';
import type { Tx } from '../../../db/connect.ts';
import { addMs, DAY_MS } from '../../../kit/clock.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import { newId } from '../../../kit/ids.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { insertUsedLink } from '../../ground/links/links.store.ts';
import { readLink, signLink } from '../../ground/links/signed-link.ts';
import { findSubscriber, saveSubscriber } from './subscribers.store.ts';

const SubscriptionLink = z.object({ for: z.literal('subscribe to incidents'), email: z.string(), language: Language });

/** The link that subscribes an address. It contains the address, because we store none that its owner has not confirmed. */
export async function signSubscriptionLink(
  tx: Tx,
  ctx: Ctx,
  to: { email: string; language: Language },
): Promise<{ token: string; expiresAt: Date }> {
  const now = ctx.clock.wall();
  const expiresAt = addMs(now, DAY_MS);
  const content: z.infer<typeof SubscriptionLink> = { for: 'subscribe to incidents', ...to };
  return { token: await signLink(tx, { content, expiresAt, now }), expiresAt };
}

/** The address that a link subscribes; changes nothing. @throws INVALID_REQUEST it is not ours, or too old */
export async function readSubscriptionLink(ctx: Ctx, token: string): Promise<{ email: string; language: Language }> {
  const link = SubscriptionLink.safeParse(await readLink(ctx.db.sql, { token, now: ctx.clock.wall() }));
  if (!link.success) throw invalidRequest('token', subscriptionSentences.linkNotValid);
  return link.data;
}

/**
 * Subscribes the address in a link. No effect while it is subscribed.
 * @throws INVALID_REQUEST the link is not ours, too old, or was used before the address unsubscribed
 */
export async function confirmSubscription(ctx: Ctx, { token }: { token: string }): Promise<{ email: string }> {
  const { email, language } = await readSubscriptionLink(ctx, token);
  await ctx.transact(async (tx) => {
    const usedAt = ctx.clock.wall();
    const isFirst = await insertUsedLink(tx, { hash: hash('sha256', token, 'buffer'), usedAt, expiresAt: addMs(usedAt, DAY_MS) });
    if (isFirst) await saveSubscriber(tx, { id: newId('subscriber', ctx.clock.now()), email, language, createdAt: ctx.clock.now() });
    else if (!(await findSubscriber(tx, email))) throw invalidRequest('token', subscriptionSentences.linkUsed);
  });
  return { email };
}
