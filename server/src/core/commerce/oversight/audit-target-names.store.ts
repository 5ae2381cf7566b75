import { sql } from 'kysely';
import type { Sql } from '../../../db/connect.ts';

export interface AuditTargets {
  readonly ids: readonly string[];
  /** Only what this account has; null: everything. */
  readonly accountId: string | null;
}

/** What objects are called, by id. What has no name, or is gone, is left out. */
export async function selectTargetNames(db: Sql, { ids, accountId }: AuditTargets): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string | null }>`
    with asked as (select ${[...ids]}::text[] as ids, ${accountId}::text as account),
    owned (account_id, id, name) as (
      select account_id, id, name from servers, asked where id = any(ids)
      union all select account_id, id, name from api_keys, asked where id = any(ids)
      union all select account_id, id, name from ssh_keys, asked where id = any(ids)
      union all select account_id, id, subject from tickets, asked where id = any(ids)
      union all select account_id, id, email from invitations, asked where id = any(ids)
      union all select account_id, id, number from invoices, asked where id = any(ids)
      union all select account_id, id, initcap(brand) || ' ' || last4 from cards, asked where id = any(ids)
      union all select o.account_id, o.id, s.name from orders o join servers s on s.id = o.server_id, asked where o.id = any(ids)
      union all select b.account_id, b.id, s.name from backups b join servers s on s.id = b.server_id, asked where b.id = any(ids)
      union all select m.account_id, u.id, u.email from users u join memberships m on m.user_id = u.id, asked where u.id = any(ids)
      union all select id, id, name from accounts, asked where id = any(ids)
    ),
    house (id, name) as (
      select id, name from hosts, asked where id = any(ids)
      union all select id, name from pools, asked where id = any(ids)
      union all select id, name from images, asked where id = any(ids)
      union all select id, title_en from incidents, asked where id = any(ids)
      union all select id, email from users, asked where id = any(ids)
    )
    select owned.id, owned.name from owned, asked where asked.account is null or owned.account_id = asked.account
    union all select house.id, house.name from house, asked where asked.account is null
  `.execute(db);
  return new Map(rows.flatMap(({ id, name }) => (name === null || name === '' ? [] : [[id, name]])));
}
