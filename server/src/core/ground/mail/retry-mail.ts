import { noticesWithLink } from '@boreal/contract/notices.ts';
import { addMs } from '../../../kit/clock.ts';
import { invalidRequest, notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Ctx } from '../ctx.ts';
import { MAIL_CONTENT_KEPT_MS } from './mail.rules.ts';
import { lockDelivery, revive } from './mail.store.ts';

/** Their token is forgotten once the mail is given up. */
const WITH_TOKEN: readonly string[] = noticesWithLink;

/**
 * Has a mail that waits or was given up tried at once, as often as a new one. For operators.
 * @throws NOT_FOUND · INVALID_REQUEST it is sent, or its link or all that it said is forgotten
 */
export function retryMail(ctx: Ctx, input: { mailId: string }): Promise<void> {
  return ctx.transact(async (tx) => {
    const mail = await lockDelivery(tx, input.mailId);
    if (!mail) throw notFound('mail');
    if (mail.status === 'sent')
      throw invalidRequest('mailId', {
        en: 'This mail is sent. It is not sent again.',
        fr: "Ce courriel est parti. Il n'est pas envoyé une seconde fois.",
      });
    if (mail.status === 'given_up' && WITH_TOKEN.includes(mail.kind)) {
      throw invalidRequest('mailId', {
        en: 'The link of this mail was forgotten when it was given up. Have a new one asked for.',
        fr: 'Le lien de ce courriel a été oublié quand il a été abandonné. Faites-en demander un nouveau.',
      });
    }
    if (mail.createdAt < addMs(ctx.clock.now(), -MAIL_CONTENT_KEPT_MS)) {
      throw invalidRequest('mailId', {
        en: 'What this mail said is forgotten: it is too old to be tried again.',
        fr: 'Ce que disait ce courriel est oublié : il est trop ancien pour un nouvel essai.',
      });
    }
    await revive(tx, { id: mail.id, at: ctx.clock.wall() });
    await recordAudit(tx, ctx, { accountId: mail.accountId, action: 'mail.retried', target: mail.id, detail: { kind: mail.kind } });
  });
}
