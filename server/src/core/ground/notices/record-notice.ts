import type { NoticeData, NoticeKind, PersonalNotice, SubscribersNotice } from '@boreal/contract/account/notices.ts';
import type { Language } from '@boreal/contract/words/language.ts';
import type { Tx } from '../../../db/connect.ts';
import { newId } from '../../../kit/ids.ts';
import type { Ctx } from '../ctx.ts';
import { insertNotice } from './notices.store.ts';

/** The one person that a notice is for, and the language to write to them in. */
export interface NoticeRecipient {
  readonly email: string;
  readonly name: string | null;
  readonly language: Language;
}

interface NoticeParts<K extends NoticeKind> {
  /** Null if it concerns a person and no account. */
  readonly accountId: string | null;
  readonly kind: K;
  /** The server it concerns, if any. */
  readonly serverId: string | null;
  readonly data: NoticeData[K];
  /** The token of its link: kept until the mail is sent, and no longer. */
  readonly secret?: string;
  /** Its natural key: a second notice with the same key is not recorded. */
  readonly key?: string;
}

/**
 * Something that people must be told by mail: its kind and its data. It goes to the person in `to`, or else to the members of the account
 * that `noticeAudiences` names.
 */
export type NewNotice = {
  [K in Exclude<NoticeKind, SubscribersNotice>]: NoticeParts<K> &
    (K extends PersonalNotice
      ? { readonly to: NoticeRecipient }
      : { readonly accountId: string; readonly to?: NoticeRecipient | undefined });
}[Exclude<NoticeKind, SubscribersNotice>];

/**
 * Records, in the transaction that makes it true, that people must be told something by mail. False if the same key was recorded before.
 */
export async function recordNotice(tx: Tx, ctx: Ctx, notice: NewNotice): Promise<boolean> {
  const createdAt = ctx.clock.now();
  const { accountId, kind, serverId, data, to, secret, key } = notice;
  return insertNotice(tx, {
    id: newId('notice', createdAt),
    accountId,
    kind,
    serverId,
    data: JSON.stringify(data),
    toEmail: to?.email ?? null,
    toName: to?.name ?? null,
    toLanguage: to?.language ?? null,
    secret: secret ?? null,
    key: key ?? null,
    createdAt,
  });
}

/**
 * Records what subscribers must be told, once for each key. The caller writes the mails (`insertDeliveries`), in batches: thousands in one
 * transaction would hold up everybody's.
 */
export async function recordForSubscribers<K extends SubscribersNotice>(
  tx: Tx,
  ctx: Ctx,
  notice: { kind: K; data: NoticeData[K]; key: string },
): Promise<void> {
  const now = ctx.clock.now();
  const nobody = { accountId: null, serverId: null, toEmail: null, toName: null, toLanguage: null, secret: null };
  const data = JSON.stringify(notice.data);
  await insertNotice(tx, { id: newId('notice', now), ...notice, ...nobody, data, createdAt: now, addressedAt: now });
}
