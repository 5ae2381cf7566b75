import type { Told } from '@boreal/contract/words/language.ts';
import { EmailText } from '@boreal/contract/people/members.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../core/ground/ctx.ts';
import { readStopLink } from '../core/ground/links/stop-link.ts';
import { stopMail } from '../core/fleet/stop-mail/stop-mail.ts';
import { askSubscription } from '../core/fleet/subscribers/ask-subscription.ts';
import { confirmSubscription, readSubscriptionLink } from '../core/fleet/subscribers/confirm-subscription.ts';
import { clientNetwork } from '../door/client-network.ts';
import type { Limits } from '../door/limits.ts';
import { requireOwnOrigin } from '../door/origin.ts';
import { isAppError } from '../kit/errors.ts';
import { localeOf, localPath, locales } from './locales.ts';
import type { Page, View } from './page.ts';
import { busyPage } from './pages/problems.ts';
import { askedPage, brokenLinkPage, confirmedPage, confirmPage, stoppedPage, stopPage, wrongAddressPage } from './pages/subscription.ts';

export interface MailPageParts {
  readonly base: Ctx;
  readonly siteUrl: string;
  readonly limits: Limits;
  /** Answers with a page that must not be cached. */
  readonly tell: (
    request: FastifyRequest,
    reply: FastifyReply,
    made: { status: number; of: (view: View) => Page },
  ) => Promise<FastifyReply>;
}

/** Each request mails someone who may not know Boreal. */
const ASKED_A_MINUTE = 5;
/** Enough for an address and a mail program's few words. */
const BODY_MAX = 16_384;

/**
 * Mounts the pages for mail: subscribing to incidents, confirming it, and unsubscribing through a mail's link. All of it works without a
 * script and without signing in.
 */
export async function mountMailPages(app: FastifyInstance, parts: MailPageParts): Promise<void> {
  await app.register(async (own) => {
    own.removeAllContentTypeParsers();
    // Accepts any body that a mail program sends: the URL has all the information.
    own.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_MAX }, (_request, body, done) => done(null, body));
    const at = (path: string) => locales.map((locale) => localPath(locale, path));
    for (const url of at('/status/subscribe')) {
      own.post(url, (request, reply) => subscribe(parts, request, reply));
      own.get(url, (request, reply) => reply.redirect(`${localPath(localeOf(request.url), '/status')}#mail`, 303));
    }
    for (const url of at('/status/confirm')) {
      own.get(url, { exposeHeadRoute: true }, (request, reply) => showConfirm(parts, request, reply));
      own.post(url, (request, reply) => confirm(parts, request, reply));
    }
    for (const url of at('/stop-mail')) {
      own.get(url, { exposeHeadRoute: true }, (request, reply) => showStop(parts, request, reply));
      own.post(url, (request, reply) => stop(parts, request, reply));
    }
  });
}

async function subscribe(parts: MailPageParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  requireOwnOrigin({ method: request.method, origin: request.headers.origin }, parts.siteUrl);
  const standing = await parts.limits.take({ operation: 'subscribe', limit: ASKED_A_MINUTE, ip: request.ip });
  if (!standing.allowed) return tellBusy(parts, request, reply, standing.resetSeconds);
  const typed = typeof request.body === 'string' ? (new URLSearchParams(request.body).get('email') ?? '') : '';
  const email = EmailText.safeParse(typed);
  if (!email.success) return parts.tell(request, reply, { status: 400, of: (view) => wrongAddressPage(view, typed.slice(0, 254)) });
  const asked = { email: email.data, language: localeOf(request.url), network: clientNetwork(request.ip) };
  try {
    await askSubscription(ctxOf(parts, request), asked);
  } catch (error) {
    if (!isAppError(error, 'Too many requests')) throw error;
    return tellBusy(parts, request, reply, error.details.retryAfterSeconds);
  }
  return parts.tell(request, reply, { status: 200, of: (view) => askedPage(view, email.data) });
}

async function showConfirm(parts: MailPageParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const token = tokenOf(request);
  return byLink(parts, request, reply, async (ctx) => {
    const { email } = await readSubscriptionLink(ctx, token);
    return (view) => confirmPage(view, { email, token });
  });
}

async function confirm(parts: MailPageParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  requireOwnOrigin({ method: request.method, origin: request.headers.origin }, parts.siteUrl);
  return byLink(parts, request, reply, async (ctx) => {
    const { email } = await confirmSubscription(ctx, { token: tokenOf(request) });
    return (view) => confirmedPage(view, email);
  });
}

async function showStop(parts: MailPageParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const token = tokenOf(request);
  return byLink(parts, request, reply, async (ctx) => {
    const { for: what } = await readStopLink(ctx, token);
    return (view) => stopPage(view, { what, token });
  });
}

/** From any origin or none: mail programs post here directly (RFC 8058). */
async function stop(parts: MailPageParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return byLink(parts, request, reply, async (ctx) => {
    const what = await stopMail(ctx, { token: tokenOf(request) });
    return (view) => stoppedPage(view, what);
  });
}

/** Carries out a link's purpose; if the link does not work, a page says so. */
async function byLink(
  parts: MailPageParts,
  request: FastifyRequest,
  reply: FastifyReply,
  act: (ctx: Ctx) => Promise<(view: View) => Page>,
): Promise<FastifyReply> {
  try {
    return await parts.tell(request, reply, { status: 200, of: await act(ctxOf(parts, request)) });
  } catch (error) {
    const why = whyBroken(error);
    if (why === null) throw error;
    return parts.tell(request, reply, { status: 400, of: (view) => brokenLinkPage(view, why) });
  }
}

/** Null: another kind of error. */
function whyBroken(error: unknown): Told | null {
  return isAppError(error, 'INVALID_REQUEST') ? (error.details.issues[0]?.message ?? null) : null;
}

async function tellBusy(parts: MailPageParts, request: FastifyRequest, reply: FastifyReply, seconds: number): Promise<FastifyReply> {
  reply.header('retry-after', seconds);
  return parts.tell(request, reply, { status: 429, of: busyPage });
}

function ctxOf({ base }: MailPageParts, request: FastifyRequest): Ctx {
  return { ...base, address: request.ip, requestId: request.id };
}

function tokenOf(request: FastifyRequest): string {
  return new URLSearchParams(request.url.slice(request.url.indexOf('?') + 1)).get('token') ?? '';
}
