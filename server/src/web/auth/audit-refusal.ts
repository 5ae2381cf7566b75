import { z } from 'zod';
import { findPersonByEmail } from '../../core/ground/people/users.store.ts';
import { markHour } from '../../core/ground/audit/audit-marks.store.ts';
import { recordAudit } from '../../core/ground/audit/record-audit.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { asPerson } from './auth-actor.ts';
import type { AuthCall } from './auth-call.ts';

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
  const body = WithEmail.safeParse(call.body);
  const asked = body.success ? await findPersonByEmail(ctx.db.sql, body.data.email) : null;
  const personId = asked?.id ?? call.context.session?.user.id ?? null;
  await noteRefusal(asPerson(ctx, { id: '', name: '' }, call.headers), { personId, at: call.path, why: code ?? 'REFUSED' });
}

/** The same of a proof that was refused in the context of a request. */
export async function noteRefusal(ctx: Ctx, { personId, at, why }: { personId: string | null; at: string; why: string }): Promise<void> {
  const { requestId, address } = ctx;
  ctx.log.warn({ requestId, address, route: at, refused: why, personId }, 'signing in was refused');
  const action = 'person.sign_in_refused';
  await ctx.transact(async (tx) => {
    // Where there is nobody to write of, something is written all the same: otherwise the time would tell that there is not.
    if (personId === null) return void (await markHour(tx, { actorId: 'nobody', action, about: requestId ?? at, hour: ctx.clock.wall() }));
    const as: Ctx = { ...ctx, actor: { type: 'user', id: null, name: null } };
    await recordAudit(tx, as, { accountId: null, action, target: personId, detail: { at, why } });
  });
}
