import { operatorMay, type OperatorPermission } from '@boreal/contract/operator/roles.ts';
import type { MemberRole } from '@boreal/contract/people/members.ts';
import { NoticeKind } from '@boreal/contract/account/notices.ts';
import { Language } from '@boreal/contract/words/language.ts';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { notify } from '../../../db/notifications.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { MailDeliveries, MailStatus, Notices } from '../../../db/rows.gen.ts';
import { operatorRoleOf } from '../people/operator-role.rules.ts';
import type { NoticeRecipient } from '../notices/record-notice.ts';

export type NoticeRow = Selectable<Notices>;
export type DeliveryRow = Selectable<MailDeliveries>;

/** During a rollout, the newer version's processes write notices that this one has no text for: those are left to them. */
const OUR_KINDS = NoticeKind.options;

const isDue = (wall: Date) =>
  sql`status = 'waiting' and next_try_at <= ${wall} and kind = any(${OUR_KINDS}) and (lease_until is null or lease_until <= ${wall})`;

/** Whether there are notices to address or mails to send. Asked every few seconds; the answer is nearly always no. */
export async function anythingToMail(db: Sql, wall: Date): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from notices where addressed_at is null and kind = any(${OUR_KINDS}))
      or exists (select from mail_deliveries where ${isDue(wall)}) as any
  `.execute(db);
  return rows[0]?.any === true;
}

export async function anyUnaddressed(db: Sql): Promise<boolean> {
  const unaddressed = db.selectFrom('notices').select('id').where('addressedAt', 'is', null).where('kind', 'in', OUR_KINDS).limit(1);
  return (await unaddressed.executeTakeFirst()) !== undefined;
}

/** The oldest notices that are not addressed yet and that no other worker holds; locked. */
export function takeUnaddressed(tx: Tx, limit: number): Promise<NoticeRow[]> {
  return tx
    .selectFrom('notices')
    .selectAll()
    .where('addressedAt', 'is', null)
    .where('kind', 'in', OUR_KINDS)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Marks notices as addressed and erases the tokens of their links, which are with the mails now. */
export async function markAddressed(tx: Tx, input: { ids: readonly string[]; at: Date }): Promise<void> {
  if (input.ids.length === 0) return;
  await tx.updateTable('notices').set({ addressedAt: input.at, secret: null }).where('id', 'in', input.ids).execute();
}

export async function insertDeliveries(tx: Tx, rows: readonly Insertable<MailDeliveries>[]): Promise<void> {
  if (rows.length === 0) return;
  const insert = tx.insertInto('mailDeliveries').values([...rows]);
  await insert.onConflict((conflict) => conflict.columns(['noticeId', 'toEmail']).doNothing()).execute();
}

/** Members of an account with these roles, each with the language they chose or the account's. */
export async function findMembersToTell(
  db: Sql | Tx,
  input: { accountId: string; roles: readonly MemberRole[] },
): Promise<NoticeRecipient[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.userId')
    .innerJoin('accounts', 'accounts.id', 'memberships.accountId')
    .select((eb) => ['users.email', 'users.name', eb.fn.coalesce('users.language', 'accounts.language').as('language')])
    .where('memberships.accountId', '=', input.accountId)
    .where('memberships.role', 'in', input.roles)
    .orderBy('users.id')
    .execute();
  return rows.map((row) => ({ ...row, language: Language.parse(row.language) }));
}

/** Operators whose role includes a permission. */
export async function findOperatorsToTell(db: Sql | Tx, permission: OperatorPermission): Promise<NoticeRecipient[]> {
  const rows = await db
    .selectFrom('users')
    .select(['email', 'name', 'language', 'role', 'operatorRole'])
    .where('role', '=', 'operator')
    .orderBy('id')
    .execute();
  return rows.flatMap(({ email, name, language, ...person }) => {
    const role = operatorRoleOf(person);
    return role !== null && operatorMay(role, permission) ? [{ email, name, language: Language.parse(language ?? 'en') }] : [];
  });
}

/** A claimed mail: its facts, and the lease that makes it this worker's. */
export interface ClaimedMail {
  readonly id: string;
  readonly kind: string;
  readonly accountId: string | null;
  readonly toEmail: string;
  readonly toName: string | null;
  /** The one person that its notice names; null: it is for everybody in a role. */
  readonly namedEmail: string | null;
  readonly language: string;
  readonly secret: string | null;
  readonly leaseToken: number;
  /** How many times it was attempted, including this time. */
  readonly attempts: number;
  readonly serverId: string | null;
  readonly data: unknown;
  readonly accountName: string | null;
}

/** Claims mails that are due and that nobody holds, longest waiting first. Counts the attempt now, so that a crash counts too. */
export async function claimDue(db: Sql, input: { wall: Date; leaseUntil: Date; limit: number }): Promise<ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    with due as (
      select id from mail_deliveries
      where ${isDue(input.wall)}
      order by next_try_at, id limit ${input.limit} for update skip locked
    ),
    claimed as (
      update mail_deliveries d
      set lease_token = d.lease_token + 1, lease_until = ${input.leaseUntil}, attempts = d.attempts + 1
      from due where d.id = due.id
      returning d.*
    )
    select c.id, c.kind, c.account_id, c.to_email, c.to_name, n.to_email as named_email, c.language, c.secret, c.lease_token, c.attempts,
      n.server_id, n.data, a.name as account_name
    from claimed c join notices n on n.id = c.notice_id left join accounts a on a.id = c.account_id
    order by c.id
  `.execute(db);
  return rows;
}

/** The outcome of an attempt. */
export type MailOutcome =
  | { readonly status: 'sent'; readonly sentAt: Date }
  | { readonly status: 'waiting'; readonly nextTryAt: Date; readonly lastError: string }
  | { readonly status: 'given_up'; readonly lastError: string; readonly refused: boolean };

/** Writes the outcome of an attempt, unless its lease has expired and another worker has the mail. */
export async function settle(db: Sql, mail: { id: string; leaseToken: number }, outcome: MailOutcome): Promise<void> {
  const ended = outcome.status === 'waiting' ? {} : { nextTryAt: null, secret: null };
  await db
    .updateTable('mailDeliveries')
    .set({ ...outcome, ...ended, leaseUntil: null })
    .where('id', '=', mail.id)
    .where('leaseToken', '=', mail.leaseToken)
    .where('status', '=', 'waiting')
    .execute();
}

/** Deletes a mail that nobody may read any more, unless its lease has expired and another worker has it. */
export async function forgetMail(db: Sql, mail: { id: string; leaseToken: number }): Promise<void> {
  await db
    .deleteFrom('mailDeliveries')
    .where('id', '=', mail.id)
    .where('leaseToken', '=', mail.leaseToken)
    .where('status', '=', 'waiting')
    .execute();
}

/**
 * Readdresses a person's waiting mail to their new address, unless the same mail already goes there. Mail whose notice names the person is
 * not changed: it was for the reader of the old mailbox.
 */
export async function readdressMails(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    update mail_deliveries d set to_email = ${to} from notices n
    where n.id = d.notice_id and n.to_email is null and d.status = 'waiting' and lower(d.to_email) = lower(${from})
      and not exists (select from mail_deliveries other where other.notice_id = d.notice_id and other.to_email = ${to})
  `.execute(tx);
}

export interface MailQuery {
  readonly accountId?: string | undefined;
  readonly status?: MailStatus | undefined;
  /** Mails older than the one of this id. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Mails, newest first. */
export function selectDeliveries(db: Sql, { accountId, status, before, limit }: MailQuery): Promise<DeliveryRow[]> {
  let query = db.selectFrom('mailDeliveries').selectAll().orderBy('id', 'desc').limit(limit);
  if (accountId !== undefined) query = query.where('accountId', '=', accountId);
  if (status !== undefined) query = query.where('status', '=', status);
  if (before !== undefined) query = query.where('id', '<', before);
  return query.execute();
}

/** A mail with the facts in it. */
export function findDelivery(
  db: Sql | Tx,
  id: string,
): Promise<(DeliveryRow & { data: unknown; serverId: string | null; namedEmail: string | null }) | null> {
  return firstOrNull(
    db
      .selectFrom('mailDeliveries')
      .innerJoin('notices', 'notices.id', 'mailDeliveries.noticeId')
      .selectAll('mailDeliveries')
      .select(['notices.data', 'notices.serverId', 'notices.toEmail as namedEmail'])
      .where('mailDeliveries.id', '=', id),
  );
}

export function lockDelivery(tx: Tx, id: string): Promise<DeliveryRow | null> {
  return firstOrNull(tx.selectFrom('mailDeliveries').selectAll().where('id', '=', id).forUpdate());
}

/** Gives a mail as many attempts as a new one, and makes it due now if nobody holds it. */
export async function revive(tx: Tx, input: { id: string; at: Date }): Promise<void> {
  await tx.updateTable('mailDeliveries').set({ status: 'waiting', attempts: 0, nextTryAt: input.at }).where('id', '=', input.id).execute();
  await notify(tx, 'mail_waits');
}
