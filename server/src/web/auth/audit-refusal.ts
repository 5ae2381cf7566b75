import { z } from 'zod';
import { findPersonByEmail } from '../../core/ground/people/users.store.ts';
import { recordAudit } from '../../core/ground/audit/record-audit.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { asPerson } from './auth-actor.ts';
import type { AuthCall } from './auth-call.ts';
import { REQUEST_ID, CLIENT_ADDRESS } from './auth-headers.ts';

const WithEmail = z.looseObject({ email: z.string() });

/** Where people prove their identity. */
const PROOFS =
  /^\/(?:sign-in|two-factor|passkey\/verify-authentication|change-password|reset-password|verify-email|identity\/(?:finish|sign-up))/;

/**
 * A wrong password, code, passkey or link: a line in the log, and one in the audit log of the person concerned, if known. It has no
 * actor: nobody has shown that it was that person.
 */
export async function auditRefusal(ctx: Ctx, call: AuthCall, code: string | undefined): Promise<void> {
  if (!PROOFS.test(call.path)) return;
  const refused = code ?? 'REFUSED';
  const from = { requestId: call.headers?.get(REQUEST_ID) ?? null, address: call.headers?.get(CLIENT_ADDRESS) ?? null };
  const body = WithEmail.safeParse(call.body);
  const asked = body.success ? await findPersonByEmail(ctx.db.sql, body.data.email) : null;
  const personId = asked?.id ?? call.context.session?.user.id ?? null;
  ctx.log.warn({ ...from, route: call.path, refused, personId }, 'signing in was refused');
  if (personId === null) return;
  const as: Ctx = { ...asPerson(ctx, { id: personId, name: '' }, call.headers), actor: { type: 'user', id: null, name: null } };
  const detail = { at: call.path, why: refused };
  await ctx.transact((tx) => recordAudit(tx, as, { accountId: null, action: 'person.sign_in_refused', target: personId, detail }));
}
