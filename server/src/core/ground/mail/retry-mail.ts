import { retrySentences } from '@boreal/contract/request-sentences/retries.sentences.ts';
import { noticesWithLink } from '@boreal/contract/account/notices.ts';
import { addMs } from '../../../kit/clock.ts';
import { invalidRequest, notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Ctx } from '../ctx.ts';
import { MAIL_CONTENT_KEPT_MS } from './mail.rules.ts';
import { findDelivery, lockDelivery, revive } from './mail.store.ts';
import { mayStillRead } from './recipients.ts';

/** Their token is erased once the mail is given up. */
const WITH_TOKEN: readonly string[] = noticesWithLink;

/**
 * Retries a mail that waits or was given up, now and as many times as a new one. For operators.
 * @throws NOT_FOUND · INVALID_REQUEST it is sent, its link or content has been erased, or its recipient may no longer read it
 */
export function retryMail(ctx: Ctx, input: { mailId: string }): Promise<void> {
  return ctx.transact(async (tx) => {
    const mail = await lockDelivery(tx, input.mailId);
    if (!mail) throw notFound('mail');
    if (mail.status === 'sent') throw invalidRequest('mailId', retrySentences.mailIsSent);
    if (mail.status === 'given_up' && WITH_TOKEN.includes(mail.kind)) {
      throw invalidRequest('mailId', retrySentences.linkForgotten);
    }
    if (mail.createdAt < addMs(ctx.clock.now(), -MAIL_CONTENT_KEPT_MS)) {
      throw invalidRequest('mailId', retrySentences.mailForgotten);
    }
    const whole = await findDelivery(tx, input.mailId);
    if (whole && !(await mayStillRead(tx, whole))) throw invalidRequest('mailId', retrySentences.mailNotTheirs);
    await revive(tx, { id: mail.id, at: ctx.clock.wall() });
    await recordAudit(tx, ctx, { accountId: mail.accountId, action: 'mail.retried', target: mail.id, detail: { kind: mail.kind } });
  });
}
