import { subscriptionSentences } from '@boreal/contract/request-sentences/subscriptions.sentences.ts';
import { z } from 'zod';
import type { Tx } from '../../../db/connect.ts';
import { addMs, DAY_MS } from '../../../kit/clock.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import type { Ctx } from '../ctx.ts';
import { readLink, signLink } from './signed-link.ts';

/** Which of our mail a link stops, and whose. */
const StopLink = z.discriminatedUnion('for', [
  z.object({ for: z.literal('stop stock alerts'), userId: z.string() }),
  z.object({ for: z.literal('stop incident mail'), subscriberId: z.string() }),
]);
export type StopLink = z.infer<typeof StopLink>;

/** People stop mail that they find in old folders. */
const STOP_LINK_DAYS = 730;

/** The token of the link, in every mail that may be stopped, that stops such mail without signing in. */
export function signStopLink(tx: Tx, ctx: Ctx, content: StopLink): Promise<string> {
  const now = ctx.clock.wall();
  return signLink(tx, { content, expiresAt: addMs(now, STOP_LINK_DAYS * DAY_MS), now });
}

/** @throws INVALID_REQUEST the link is not ours, is for something else, or too old */
export async function readStopLink(ctx: Ctx, token: string): Promise<StopLink> {
  const link = StopLink.safeParse(await readLink(ctx.db.sql, { token, now: ctx.clock.wall() }));
  if (!link.success) throw invalidRequest('token', subscriptionSentences.linkNotValid);
  return link.data;
}
