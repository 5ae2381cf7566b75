import { hash } from 'node:crypto';
import { APIError, getSessionFromCtx } from 'better-auth/api';
import { z } from 'zod';
import { findPersonByEmail, type Addressee } from '../../core/ground/people/users.store.ts';
import { renameSubscriber } from '../../core/fleet/subscribers/subscribers.store.ts';
import { countMarked, markHour } from '../../core/ground/audit/audit-marks.store.ts';
import { recordAudit } from '../../core/ground/audit/record-audit.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { readdressMails } from '../../core/ground/mail/mail.store.ts';
import { recordNotice } from '../../core/ground/notices/record-notice.ts';
import type { Tx } from '../../db/connect.ts';
import { violates } from '../../db/transact.ts';
import { DAY_MS, HOUR_MS } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import type { AuthCall } from './auth-call.ts';
import { asPerson } from './auth-actor.ts';
import { mailedEnough, verifyLinkEnd } from './auth-mail.ts';
import { forgetResetLinks } from './pending-proofs.store.ts';

/** The content of a link's token for a change of address. */
export interface EmailChange {
  readonly from: string;
  readonly to: string;
}

const Payload = z.object({ email: z.string(), updateTo: z.string() });
const Query = z.looseObject({ token: z.string() });
const Wanted = z.looseObject({ newEmail: z.string() });

/**
 * The change that a token describes; null if it confirms an unchanged address. This is only the token's claim: the library checks its
 * signature.
 */
export function emailChangeOf(token: string): EmailChange | null {
  try {
    const { email, updateTo } = Payload.parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()));
    return { from: email, to: updateTo };
  } catch {
    return null;
  }
}

/** Mails the current address: only its reader can continue the change. */
export async function askPresentAddress(ctx: Ctx, { from, to, token }: EmailChange & { token: string }): Promise<void> {
  await withPerson(ctx, from, async (tx, found) => {
    const data = { newEmail: to, expiresAt: verifyLinkEnd(ctx).toISOString() };
    await recordNotice(tx, ctx, { accountId: null, kind: 'email_change_asked', serverId: null, data, to: found, secret: token });
  });
}

/**
 * Mails the new address: only its reader can finish the change. The first link can be opened again and again, and this mailbox may be a
 * stranger's, so the number of mails is limited.
 */
export async function askNewAddress(ctx: Ctx, { from, to, token }: EmailChange & { token: string }): Promise<void> {
  await withPerson(ctx, from, async (tx, { name, language }) => {
    if (await mailedEnough(tx, ctx, { kind: 'email_change_new', email: to })) return;
    const data = { oldEmail: from, expiresAt: verifyLinkEnd(ctx).toISOString() };
    const reader = { email: to, name, language };
    await recordNotice(tx, ctx, { accountId: null, kind: 'email_change_new', serverId: null, data, to: reader, secret: token });
  });
}

/** How many addresses one person may request in 24 hours: each may be a stranger's, who gets a mail. */
const WANTED_A_DAY = 10;
const RETRY_AFTER_SECONDS = 3600;

/** Counts the addresses that a person requests, whether or not they are taken. @throws Too many requests */
export function limitEmailChanges(ctx: Ctx) {
  return async (call: AuthCall): Promise<void> => {
    const wanted = Wanted.safeParse(call.body);
    const session = call.path === '/change-email' && wanted.success ? await getSessionFromCtx(call) : null;
    if (!wanted.success || session === null) return;
    const now = ctx.clock.wall().getTime();
    const mark = { actorId: session.user.id, action: 'email.change_asked', hour: new Date(now - (now % HOUR_MS)) } as const;
    const about = hash('sha256', wanted.data.newEmail.toLowerCase(), 'base64url');
    await ctx.transact(async (tx) => {
      await markHour(tx, { ...mark, about });
      const wantedToday = await countMarked(tx, { ...mark, since: new Date(now - DAY_MS) });
      if (wantedToday > WANTED_A_DAY) throw new AppError('Too many requests', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    });
  };
}

/** Records a change of address, and notifies the old address. A link for a new password still waiting in the old mailbox stops working. */
export async function noteEmailChanged(ctx: Ctx, { from, to }: EmailChange, headers: Headers | undefined): Promise<void> {
  await withPerson(ctx, to, async (tx, { id, name, language }) => {
    const as = asPerson(ctx, { id, name }, headers);
    await forgetResetLinks(tx, { userId: id, keep: null });
    await readdressMails(tx, { from, to });
    await renameSubscriber(tx, { from: from.toLowerCase(), to: to.toLowerCase() });
    await recordAudit(tx, as, { accountId: null, action: 'email.changed', target: id, detail: { from, to } });
    const reader = { email: from, name, language };
    await recordNotice(tx, as, { accountId: null, kind: 'email_changed', serverId: null, data: { newEmail: to }, to: reader });
  });
}

/**
 * A link that changes an address does not sign anyone in: it works in a browser where the person is signed in, including with their second
 * factor, and only while nobody else has the new address.
 */
export function guardEmailChange(ctx: Ctx) {
  return async (call: AuthCall): Promise<void> => {
    if (call.path !== '/verify-email') return;
    const query = Query.safeParse(call.query);
    const change = query.success ? emailChangeOf(query.data.token) : null;
    if (!change) return;
    const session = await getSessionFromCtx(call);
    if (!session) throw new APIError('UNAUTHORIZED', { code: 'SIGN_IN_TO_CHANGE_EMAIL' });
    const taken = await findPersonByEmail(ctx.db.sql, change.to);
    if (session.user.email !== change.from || taken) throw new APIError('UNAUTHORIZED', { code: 'INVALID_TOKEN' });
  };
}

/**
 * If several people finish a change to one address at the same moment, the database accepts only one. The others' links are void, as if
 * they had come a moment later. Throws on any other error.
 */
export function refuseTakenAddress(error: unknown): Response {
  if (!violates(error, 'users_email')) throw error;
  return Response.json({ code: 'INVALID_TOKEN' }, { status: 401 });
}

async function withPerson(ctx: Ctx, email: string, run: (tx: Tx, person: Addressee) => Promise<void>): Promise<void> {
  await ctx.transact(async (tx) => {
    const person = await findPersonByEmail(tx, email);
    if (person) await run(tx, person);
  });
}
