import type { NoticeKind } from '@boreal/contract/account/notices.ts';
import { RESET_LINK_MINUTES, VERIFY_LINK_HOURS } from '@boreal/contract/people/sign-in.ts';
import { findPersonByEmail, type Addressee } from '../../core/ground/people/users.store.ts';
import { recordAudit } from '../../core/ground/audit/record-audit.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { countNotices } from '../../core/ground/notices/notices.store.ts';
import { recordNotice } from '../../core/ground/notices/record-notice.ts';
import { findWantedPath } from '../../core/ground/notices/wanted-path.store.ts';
import type { Tx } from '../../db/connect.ts';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../kit/clock.ts';
import { asPerson } from './auth-actor.ts';
import { forgetResetLink, forgetResetLinks } from './pending-proofs.store.ts';

interface Link {
  readonly email: string;
  readonly token: string;
}

/** When a link made now expires: in real time, as the library measures it. */
export function verifyLinkEnd(ctx: Ctx): Date {
  return addMs(ctx.clock.wall(), VERIFY_LINK_HOURS * HOUR_MS);
}

/**
 * How many mails of one kind anybody can have sent to an address in 24 hours; after that, one per hour. A filled mailbox thus keeps nobody
 * from the link they need: it always contains a valid one.
 */
const MAILS_A_DAY = 5;

/** Mails the link that confirms an address again, with the same destination as the sign-up's. */
export function sendVerifyLink(ctx: Ctx, { email, token }: Link): Promise<void> {
  const expiresAt = verifyLinkEnd(ctx).toISOString();
  return tell(ctx, email, async (tx, to) => {
    if (await mailedEnough(tx, ctx, { kind: 'verify_email', email })) return;
    const next = await findWantedPath(tx, to.email);
    const data = { expiresAt, ...(next !== undefined && { next }) };
    await recordNotice(tx, ctx, { accountId: null, kind: 'verify_email', serverId: null, data, to, secret: token });
  });
}

/** Mails the link for setting a new password; earlier links stop working. */
export function sendResetLink(ctx: Ctx, { email, token }: Link): Promise<void> {
  const data = { expiresAt: addMs(ctx.clock.wall(), RESET_LINK_MINUTES * MINUTE_MS).toISOString() };
  return tell(ctx, email, async (tx, to) => {
    // A link that is not mailed must not replace one that was.
    if (await mailedEnough(tx, ctx, { kind: 'reset_password', email: to.email })) return forgetResetLink(tx, token);
    await forgetResetLinks(tx, { userId: to.id, keep: token });
    await recordNotice(tx, ctx, { accountId: null, kind: 'reset_password', serverId: null, data, to, secret: token });
  });
}

/** Records that an address is confirmed and welcomes the person, once in their life. */
export function noteVerified(ctx: Ctx, { email, headers }: { email: string; headers: Headers | undefined }): Promise<void> {
  return tell(ctx, email, async (tx, to) => {
    const as = asPerson(ctx, to, headers);
    await recordAudit(tx, as, { accountId: null, action: 'email.verified', target: to.id, detail: { email } });
    await recordNotice(tx, as, { accountId: null, kind: 'welcome', serverId: null, data: { name: to.name }, to, key: `welcome:${to.id}` });
  });
}

/** Whether an address has already received its limit of a kind of mail. */
export async function mailedEnough(tx: Tx, ctx: Ctx, { kind, email }: { kind: NoticeKind; email: string }): Promise<boolean> {
  const count = (ms: number) => countNotices(tx, { kind, email, since: addMs(ctx.clock.now(), -ms) });
  return (await count(DAY_MS)) >= MAILS_A_DAY && (await count(HOUR_MS)) > 0;
}

async function tell(ctx: Ctx, email: string, record: (tx: Tx, to: Addressee) => Promise<void>): Promise<void> {
  await ctx.transact(async (tx) => {
    const to = await findPersonByEmail(tx, email);
    if (to) await record(tx, to);
  });
}
