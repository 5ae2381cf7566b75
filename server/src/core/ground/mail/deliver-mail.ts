import { plainName } from '../../../mail/plain-name.ts';
import { NoticeKind } from '@boreal/contract/account/notices.ts';
import { Language } from '@boreal/contract/words/language.ts';
import { addMs } from '../../../kit/clock.ts';
import { compose, type Composed } from '../../../mail/compose.ts';
import type { Handover, Mailer } from '../../../mail/mailer.ts';
import type { Ctx } from '../ctx.ts';
import { MAIL_ATTEMPTS, MAIL_LEASE_MS, pauseMs } from './mail.rules.ts';
import { claimDue, forgetMail, settle, type ClaimedMail, type MailOutcome } from './mail.store.ts';
import { mayStillRead } from './recipients.ts';

const AT_ONCE = 8;

/** The mailer, and the site that its links lead to. */
export interface Post {
  readonly mailer: Mailer;
  readonly siteUrl: string;
}

/**
 * Sends every mail that is due, a few at a time. Safe with any number of workers. Aborting `stop` begins no more; aborting `hurry`
 * interrupts those in progress, which are retried later. Returns how many were attempted.
 */
export async function deliverMail(ctx: Ctx, post: Post, signals: { stop?: AbortSignal; hurry?: AbortSignal } = {}): Promise<number> {
  let tried = 0;
  while (!signals.stop?.aborted) {
    const wall = ctx.clock.wall();
    const mails = await claimDue(ctx.db.sql, { wall, leaseUntil: addMs(wall, MAIL_LEASE_MS), limit: AT_ONCE });
    await Promise.all(mails.map(async (mail) => attempt(ctx, post, mail, signals.hurry)));
    tried += mails.length;
    if (mails.length < AT_ONCE) break;
  }
  return tried;
}

async function attempt(ctx: Ctx, post: Post, mail: ClaimedMail, hurry: AbortSignal | undefined): Promise<void> {
  if (!(await mayStillRead(ctx.db.sql, mail))) return forgetMail(ctx.db.sql, mail);
  await settle(ctx.db.sql, mail, outcomeOf(ctx, mail, await handOver(ctx, post, mail, hurry)));
}

/** `ours`: we gave it up ourselves, and no mail server has refused it. */
type Tried = Handover & { readonly ours?: true };

async function handOver(ctx: Ctx, { mailer, siteUrl }: Post, mail: ClaimedMail, hurry: AbortSignal | undefined): Promise<Tried> {
  // Claimed again and again without an outcome: every process that attempts it dies.
  if (mail.attempts > MAIL_ATTEMPTS) return { is: 'refused', permanent: true, ours: true, reason: 'No try came to an end.' };
  const { id, kind } = mail;
  const composed = write(ctx, mail, siteUrl);
  // A newer version that runs alongside may have the text, or the next one will.
  if (composed === null) return { is: 'refused', permanent: false, reason: 'It could not be written: see the log.' };
  return mailer.send(
    {
      id,
      kind,
      to: { email: mail.toEmail, name: mail.toName === null ? null : plainName(mail.toName) },
      ...composed,
      at: ctx.clock.wall(),
    },
    hurry,
  );
}

/** The text of a mail; null, with a log line, if it cannot be written here: it must not hold up the others. */
function write(ctx: Ctx, mail: ClaimedMail, siteUrl: string): Composed | null {
  const { data, serverId, secret, accountName } = mail;
  try {
    return compose(NoticeKind.parse(mail.kind), { data, serverId, secret, siteUrl, accountName }, Language.parse(mail.language));
  } catch (error) {
    ctx.log.error({ err: error, mail: mail.id, kind: mail.kind }, 'a mail could not be written');
    return null;
  }
}

function outcomeOf(ctx: Ctx, mail: ClaimedMail, handover: Tried): MailOutcome {
  if (handover.is === 'sent') return { status: 'sent', sentAt: ctx.clock.now() };
  const { permanent, reason } = handover;
  if (permanent || mail.attempts >= MAIL_ATTEMPTS) {
    ctx.log.warn({ mail: mail.id, kind: mail.kind, reason }, 'a mail was given up');
    return { status: 'given_up', lastError: reason, refused: permanent && handover.ours !== true };
  }
  return { status: 'waiting', nextTryAt: addMs(ctx.clock.wall(), pauseMs(mail.attempts, ctx.random)), lastError: reason };
}
