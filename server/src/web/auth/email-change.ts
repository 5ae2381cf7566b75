import { APIError, getSessionFromCtx } from 'better-auth/api';
import { z } from 'zod';
import { findPersonByEmail, type Addressee } from '../../core/ground/people/users.store.ts';
import { renameSubscriber } from '../../core/fleet/subscribers/subscribers.store.ts';
import { recordAudit } from '../../core/ground/audit/record-audit.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { recordNotice } from '../../core/ground/notices/record-notice.ts';
import type { Tx } from '../../db/connect.ts';
import { violates } from '../../db/transact.ts';
import type { AuthCall } from './auth-call.ts';
import { asPerson } from './auth-actor.ts';
import { verifyLinkEnd } from './auth-mail.ts';

/** A link's token for a change of address. */
export interface EmailChange {
  readonly from: string;
  readonly to: string;
}

const Payload = z.object({ email: z.string(), updateTo: z.string() });
const Query = z.looseObject({ token: z.string() });

/**
 * The change that a token is about; null for one that confirms an address as it is. It is what the token claims, not proof that it
 * is ours: the library checks that.
 */
export function emailChangeOf(token: string): EmailChange | null {
  try {
    const { email, updateTo } = Payload.parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()));
    return { from: email, to: updateTo };
  } catch {
    return null;
  }
}

/** Mails the present address: only its reader can continue the change. */
export async function askPresentAddress(ctx: Ctx, { from, to, token }: EmailChange & { token: string }): Promise<void> {
  await withPerson(ctx, from, async (tx, found) => {
    const data = { newEmail: to, expiresAt: verifyLinkEnd(ctx).toISOString() };
    await recordNotice(tx, ctx, { accountId: null, kind: 'email_change_asked', serverId: null, data, to: found, secret: token });
  });
}

/** Mails the new address: only its reader can finish the change. */
export async function askNewAddress(ctx: Ctx, { from, to, token }: EmailChange & { token: string }): Promise<void> {
  await withPerson(ctx, from, async (tx, { name, language }) => {
    const data = { oldEmail: from, expiresAt: verifyLinkEnd(ctx).toISOString() };
    const reader = { email: to, name, language };
    await recordNotice(tx, ctx, { accountId: null, kind: 'email_change_new', serverId: null, data, to: reader, secret: token });
  });
}

/** Records that an address was changed, and notifies the former one. */
export async function noteEmailChanged(ctx: Ctx, { from, to }: EmailChange, headers: Headers | undefined): Promise<void> {
  await withPerson(ctx, to, async (tx, { id, name, language }) => {
    const as = asPerson(ctx, { id, name }, headers);
    await renameSubscriber(tx, { from: from.toLowerCase(), to: to.toLowerCase() });
    await recordAudit(tx, as, { accountId: null, action: 'email.changed', target: id, detail: { from, to } });
    const reader = { email: from, name, language };
    await recordNotice(tx, as, { accountId: null, kind: 'email_changed', serverId: null, data: { newEmail: to }, to: reader });
  });
}

/**
 * A link that changes an address signs nobody in: it works in a browser where the person is signed in, second factor included, and
 * while nobody else has the new address.
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
 * Several people may finish a change to one address at the same moment: the database lets one of them have it. The others' links
 * are void, as if they had come a moment later. Throws on any other error.
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
