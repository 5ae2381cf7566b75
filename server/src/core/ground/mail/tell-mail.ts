import type { OperatorMail, OperatorMailDetail } from '@boreal/contract/operator/operator.ts';
import { z } from 'zod';
import type { getMail, SeenMail } from './list-mail.ts';

/** A mail as shown to operators. */
export function tellMail(mail: SeenMail): OperatorMail {
  const { id, kind, accountId, toEmail, toName, language, status, attempts, lastError } = mail;
  return {
    id,
    accountId,
    toEmail,
    toName,
    language,
    status,
    attempts,
    lastError,
    kind,
    nextTryAt: mail.nextTryAt?.toISOString() ?? null,
    createdAt: mail.createdAt.toISOString(),
    sentAt: mail.sentAt?.toISOString() ?? null,
  };
}

/** The same with the facts in it. */
export function tellWholeMail(mail: Awaited<ReturnType<typeof getMail>>): OperatorMailDetail {
  return { ...tellMail(mail), serverId: mail.serverId, data: z.json().parse(mail.data) };
}
