import { sql } from 'kysely';
import type { Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';

/** Replaces text that a person wrote. */
export const ERASED = '–';

export function findErasable(tx: Tx, accountId: string) {
  return firstOrNull(tx.selectFrom('accounts').select(['id', 'erasedAt']).where('id', '=', accountId).forUpdate());
}

/** Unfinished work of a closed account, each kind as a number of rows. */
export async function countUnfinished(tx: Tx, accountId: string) {
  const { rows } = await sql<Record<'money' | 'machines' | 'cards', bigint>>`
    select
      (select count(*) from payments where account_id = ${accountId} and settled_at is null)
        + (select count(*) from payment_refunds where account_id = ${accountId} and status = 'pending')
        + (select count(*) from operator_requests where account_id = ${accountId} and decision is null) as money,
      (select count(*) from servers where account_id = ${accountId} and (status <> 'DELETED' or task is not null))
        + (select count(*) from backups where account_id = ${accountId} and status in ('creating', 'ready', 'deleting')) as machines,
      (select count(*) from cards where account_id = ${accountId} and (check_at is not null or status in ('active', 'pending'))) as cards
  `.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('counting answers a row');
  return row;
}

/** When the account's credit last moved; null if never. */
export async function lastMovementAt(tx: Tx, accountId: string): Promise<Date | null> {
  const last = tx.selectFrom('transfers').select('createdAt').where('accountId', '=', accountId).orderBy('seq', 'desc').limit(1);
  return (await last.executeTakeFirst())?.createdAt ?? null;
}

/** Whether the statements of a month have been issued. */
export async function isStated(tx: Tx, monthStart: Date): Promise<boolean> {
  const row = tx.selectFrom('statementMonths').select('monthStart').where('monthStart', '=', monthStart);
  return (await row.executeTakeFirst()) !== undefined;
}

export async function selectMemberIds(tx: Tx, accountId: string): Promise<readonly string[]> {
  const rows = await tx.selectFrom('memberships').select('userId').where('accountId', '=', accountId).orderBy('userId').execute();
  return rows.map(({ userId }) => userId);
}

export async function hasOtherAccount(tx: Tx, of: { userId: string; accountId: string }): Promise<boolean> {
  const other = tx.selectFrom('memberships').select('accountId').where('userId', '=', of.userId).where('accountId', '<>', of.accountId);
  return (await other.limit(1).executeTakeFirst()) !== undefined;
}

/** Customers' lines: by people, and by keys that people named. Lines by an operator stay theirs. */
const byCustomer = sql`actor_type in ('user', 'api_key', 'mcp_key')`;

/** Deletes rows that nothing we keep refers to. */
export async function deleteOwn(tx: Tx, accountId: string): Promise<void> {
  const servers = sql`(select id from servers where account_id = ${accountId})`;
  // Notices between operators about the account belong to no account.
  const notices = sql`(
    select id from notices where account_id = ${accountId}
      or (kind in ('second_operator_asked', 'second_operator_decided') and data -> 'deed' ->> 'accountId' = ${accountId})
  )`;
  for (const statement of [
    sql`delete from memberships where account_id = ${accountId}`,
    sql`delete from invitations where account_id = ${accountId}`,
    sql`delete from stock_alerts where account_id = ${accountId}`,
    sql`delete from idempotency_keys where account_id = ${accountId}`,
    sql`delete from payment_customers where account_id = ${accountId}`,
    sql`delete from ssh_keys where account_id = ${accountId}`,
    sql`delete from server_labels where account_id = ${accountId}`,
    sql`delete from server_notes where server_id in ${servers}`,
    sql`delete from firewall_rules where server_id in ${servers}`,
    sql`delete from mail_deliveries where account_id = ${accountId} or notice_id in ${notices}`,
    sql`delete from notices where id in ${notices}`,
  ])
    await statement.execute(tx);
}

/** Blanks the account's identity, and what its people named or wrote, in rows that are kept. */
export async function blankOwn(tx: Tx, { accountId, at }: { accountId: string; at: Date }): Promise<void> {
  for (const statement of [
    sql`update accounts set name = id, company = null, address_line1 = null, address_line2 = null, city = null, province = null,
      postal_code = null, tax_ids = '[]', erased_at = ${at} where id = ${accountId}`,
    sql`update servers set name = id, public_key = ${ERASED} where account_id = ${accountId}`,
    sql`update api_keys set name = ${ERASED} where account_id = ${accountId}`,
    sql`update ledger_accounts set suspended_reason = case when suspended_reason is null then null else ${ERASED} end where id = ${accountId}`,
    sql`update agent_approvals set arguments = '{}', decided_by = case when decided_by is null then null else ${ERASED} end
      where account_id = ${accountId}`,
    sql`update agent_quotes set result = null where account_id = ${accountId}`,
    sql`update cards set brand = null, last4 = null, exp_month = null, exp_year = null, ref = null, setup_ref = null
      where account_id = ${accountId}`,
    sql`update tickets set subject = ${ERASED} where account_id = ${accountId}`,
    sql`update payment_refunds set reason = ${ERASED} where account_id = ${accountId}`,
    sql`update credit_requests set reason = ${ERASED} where account_id = ${accountId}`,
    sql`update operator_requests set deed = jsonb_set(deed, '{reason}', to_jsonb(${ERASED}::text), false) where account_id = ${accountId}`,
  ])
    await statement.execute(tx);
}

/** Blanks the activity of its servers. What happened when stays, because the ledger's proof reads it. */
export async function blankActivity(tx: Tx, accountId: string): Promise<void> {
  const word = sql`to_jsonb(${ERASED}::text)`;
  await sql`
    update server_events set
      actor_name = case when ${byCustomer} then null else actor_name end,
      message = case when message is null then null else ${ERASED} end,
      message_fr = case when message_fr is null then null else ${ERASED} end,
      data = case
        when type = 'server.renamed' then jsonb_build_object('from', ${word}, 'to', ${word})
        when data ? 'sourceName' then jsonb_set(data, '{sourceName}', ${word})
        when jsonb_typeof(data -> 'operatorsReason') = 'string' then jsonb_set(data, '{operatorsReason}', ${word})
        when data ? 'rule' then jsonb_set(data, '{rule,cidr}', ${word})
        else data
      end
    where account_id = ${accountId}
  `.execute(tx);
}

/** Blanks rows that are otherwise immutable: only within `erasing`. */
export async function blankUnchanging(tx: Tx, accountId: string): Promise<void> {
  const word = sql`to_jsonb(${ERASED}::text)`;
  for (const statement of [
    sql`update transfers set
        description = case when description is null then null else ${ERASED} end,
        data = case
          when data ? 'serverName' then jsonb_set(data, '{serverName}', to_jsonb(coalesce(server_id, ${ERASED})))
          when data ->> 'of' = 'by_hand' then jsonb_set(data, '{reason}', ${word})
          else data
        end
      where account_id = ${accountId} and (description is not null or data ? 'serverName' or data ->> 'of' = 'by_hand')`,
    sql`update audit_entries set detail = '{}',
        actor_name = case when ${byCustomer} then null else actor_name end,
        address = case when ${byCustomer} then null else address end
      where account_id = ${accountId}`,
    sql`update audit_entries set detail = '{}' where account_id is null and action like 'request.%'
      and target in (select id from operator_requests where account_id = ${accountId})`,
    sql`update ticket_messages set message = ${ERASED}, author_name = case when side = 'customer' then null else author_name end
      where ticket_id in (select id from tickets where account_id = ${accountId})`,
    sql`update agent_calls set arguments = '{}', client = null where account_id = ${accountId}`,
  ])
    await statement.execute(tx);
}
