import { invalidRequest, notFound } from '../../kit/errors.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Ctx } from '../ctx.ts';
import { lockDelivery, revive } from './mail.store.ts';

/** Kinds that say nothing without the token of their link, which is forgotten once the mail is given up. */
const WITH_TOKEN: readonly string[] = ['verify_email', 'reset_password', 'member_invited'];

/**
 * Has a mail that waits or was given up tried at once, as often as a new one. For operators.
 * @throws NOT_FOUND · INVALID_REQUEST it is sent, or its link is forgotten
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
    await revive(tx, { id: mail.id, at: ctx.clock.wall() });
    await recordAudit(tx, ctx, { accountId: mail.accountId, action: 'mail.retried', target: mail.id, detail: { kind: mail.kind } });
  });
}
