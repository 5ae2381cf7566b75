import { noticeAudiences, NoticeKind } from '@boreal/contract/account/notices.ts';
import { deedPermissions, OperatorDeed } from '@boreal/contract/operator/deeds.ts';
import { MemberRole } from '@boreal/contract/people/members.ts';
import { Language } from '@boreal/contract/words/language.ts';
import { z } from 'zod';
import type { Sql, Tx } from '../../../db/connect.ts';
import type { NoticeRecipient } from '../notices/record-notice.ts';
import { findMembersToTell, findOperatorsToTell, type NoticeRow } from './mail.store.ts';

/** The current recipients of a notice. */
export async function recipientsOf(tx: Tx, notice: NoticeRow): Promise<readonly NoticeRecipient[]> {
  if (notice.toEmail !== null) return [{ email: notice.toEmail, name: notice.toName, language: Language.parse(notice.toLanguage) }];
  const audience = noticeAudiences[NoticeKind.parse(notice.kind)];
  if (audience === 'person' || audience === 'subscribers') return [];
  if ('operatorsWho' in audience) return findOperatorsToTell(tx, audience.operatorsWho);
  if (notice.accountId === null) return [];
  return findMembersToTell(tx, { accountId: notice.accountId, roles: audience });
}

/** A mail, and the one person that its notice names, if any. */
export interface AddressedMail {
  readonly kind: string;
  readonly accountId: string | null;
  readonly toEmail: string;
  readonly namedEmail: string | null;
  readonly data: unknown;
}

/**
 * Whether the addressee of a mail may still read it. A mail that is not accepted immediately may wait for a day, and one that was given up
 * may wait until an operator retries it, while people leave and change roles. A mail about the addressee themselves is always theirs.
 */
export async function mayStillRead(db: Sql | Tx, mail: AddressedMail): Promise<boolean> {
  const allowed = await allowedNow(db, mail);
  return allowed === null || allowed.some(({ email }) => email === mail.toEmail);
}

/** The people who may read a mail now; null: anybody it is addressed to. */
async function allowedNow(db: Sql | Tx, { kind, accountId, namedEmail, data }: AddressedMail): Promise<readonly NoticeRecipient[] | null> {
  const known = NoticeKind.safeParse(kind);
  // Written by a newer version, which also has its text.
  if (!known.success) return null;
  if (known.data === 'second_operator_asked' || known.data === 'second_operator_decided') {
    const deed = z.object({ deed: OperatorDeed }).safeParse(data).data?.deed;
    return deed ? findOperatorsToTell(db, deedPermissions[deed.kind]) : null;
  }
  const audience = noticeAudiences[known.data];
  if (audience === 'person' || audience === 'subscribers') return null;
  if ('operatorsWho' in audience) return findOperatorsToTell(db, audience.operatorsWho);
  if (accountId === null) return null;
  // A person that the notice names has requested it, whatever their role.
  return findMembersToTell(db, { accountId, roles: namedEmail === null ? audience : MemberRole.options });
}
