import { z } from 'zod';
import { findPersonByEmail } from '../../core/ground/people/users.store.ts';
import { markHour } from '../../core/ground/audit/audit-marks.store.ts';
import { recordAudit } from '../../core/ground/audit/record-audit.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { asPerson } from './auth-actor.ts';
import type { AuthCall } from './auth-call.ts';

const WithEmail = z.looseObject({ email: z.string() });

/** Paths at which people prove their identity. */
const PROOFS =
  /^\/(?:sign-in|two-factor|passkey\/verify-authentication|change-password|reset-password|verify-email|identity\/(?:finish|sign-up))/;

/**
 * Records a wrong password, code, passkey or link: in the log, and in the audit log of the person concerned, if known. The entry has no
 * actor, because nobody has shown that it was that person.
 */
export async function auditRefusal(ctx: Ctx, call: AuthCall, code: string | undefined): Promise<void> {
  if (!PROOFS.test(call.path)) return;
  const body = WithEmail.safeParse(call.body);
  const asked = body.success ? await findPersonByEmail(ctx.db.sql, body.data.email) : null;
  const personId = asked?.id ?? call.context.session?.user.id ?? null;
  await noteRefusal(asPerson(ctx, { id: '', name: '' }, call.headers), { personId, at: call.path, why: code ?? 'REFUSED' });
}

/** The same, for a proof refused in the context of a request. */
export async function noteRefusal(ctx: Ctx, { personId, at, why }: { personId: string | null; at: string; why: string }): Promise<void> {
  const { requestId, address } = ctx;
  ctx.log.warn({ requestId, address, route: at, refused: why, personId }, 'signing in was refused');
  const action = 'person.sign_in_refused';
  await ctx.transact(async (tx) => {
    // Writes something even if there is no such person: otherwise the timing would reveal that.
    if (personId === null) return void (await markHour(tx, { actorId: 'nobody', action, about: requestId ?? at, hour: ctx.clock.wall() }));
    const as: Ctx = { ...ctx, actor: { type: 'user', id: null, name: null } };
    await recordAudit(tx, as, { accountId: null, action, target: personId, detail: { at, why } });
  });
}
