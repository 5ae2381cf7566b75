import { AuditTargetKind } from '@boreal/contract/account/audit.ts';
import { sql } from 'kysely';
import type { Sql } from '../../../db/connect.ts';

export interface AuditTargets {
  readonly ids: readonly string[];
  /** Only objects of this account; null: all. */
  readonly accountId: string | null;
}

/** An object's name and kind; null if it has no name, or no page to look it up on. */
export interface NamedTarget {
  readonly name: string | null;
  readonly kind: AuditTargetKind | null;
}

/** The names of objects, by id. Omits deleted objects; objects kept only for the books have just a name. */
export async function selectTargetNames(db: Sql, { ids, accountId }: AuditTargets): Promise<ReadonlyMap<string, NamedTarget>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string | null; kind: string | null }>`
    with asked as (select ${[...ids]}::text[] as ids, ${accountId}::text as account),
    owned (account_id, id, name, kind) as (
      select account_id, id, name, 'server' from servers, asked where id = any(ids)
      union all select account_id, id, name, case when revoked_at is null then case kind when 'mcp' then 'mcp_key' else 'api_key' end end
        from api_keys, asked where id = any(ids)
      union all select account_id, id, name, 'ssh_key' from ssh_keys, asked where id = any(ids)
      union all select account_id, id, subject, 'ticket' from tickets, asked where id = any(ids)
      union all select account_id, id, email, case when accepted_at is null and revoked_at is null then 'invitation' end
        from invitations, asked where id = any(ids)
      union all select account_id, id, number, 'invoice' from invoices, asked where id = any(ids)
      union all select account_id, id, null, 'payment' from payments, asked where id = any(ids)
      union all select account_id, id, initcap(brand) || ' ' || last4, case when status = 'active' then 'card' end
        from cards, asked where id = any(ids)
      union all select o.account_id, o.id, s.name, 'order' from orders o join servers s on s.id = o.server_id, asked where o.id = any(ids)
      union all select b.account_id, b.id, s.name, null from backups b join servers s on s.id = b.server_id, asked where b.id = any(ids)
      union all select m.account_id, u.id, u.email, 'member'
        from users u join memberships m on m.user_id = u.id, asked where u.id = any(ids)
      union all select id, id, name, 'account' from accounts, asked where id = any(ids)
    ),
    house (id, name, kind) as (
      select id, name, 'host' from hosts, asked where id = any(ids)
      union all select id, name, null from pools, asked where id = any(ids)
      union all select id, name, null from removed_pools, asked where id = any(ids)
      union all select id, name, null from images, asked where id = any(ids)
      union all select id, null, 'plan' from plans, asked where id = any(ids)
      union all select id, title_en, 'incident' from incidents, asked where id = any(ids)
      union all select id, email, null from users, asked where id = any(ids)
    )
    select house.id, house.name, house.kind from house, asked where asked.account is null
    union all
    select owned.id, owned.name, owned.kind from owned, asked where asked.account is null or owned.account_id = asked.account
    order by kind nulls first
  `.execute(db);
  // Somebody who is also a member is found twice: the member wins.
  return new Map(rows.map(({ id, name, kind }) => [id, { name: name === '' ? null : name, kind: AuditTargetKind.nullable().parse(kind) }]));
}
