import type { Micros } from '@boreal/contract/values/money.ts';
import { sql } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';

/** An account's servers that are not deleted, oldest first, with how many backups each has. */
export function selectLiveServers(db: Sql | Tx, { accountId, limit }: { accountId: string; limit: number }) {
  return db
    .selectFrom('servers as s')
    .select((eb) => [
      's.id',
      's.name',
      's.status',
      eb
        .selectFrom('backups as b')
        .whereRef('b.serverId', '=', 's.id')
        .where('b.status', 'in', ['creating', 'ready'])
        .select((count) => count.fn.countAll<bigint>().as('count'))
        .as('backups'),
    ])
    .where('s.accountId', '=', accountId)
    .where('s.status', '<>', 'DELETED')
    .orderBy('s.id')
    .limit(limit)
    .execute();
}

/** What closing an account ends, and what it keeps. */
export async function countHoldings(db: Sql | Tx, { accountId, now }: { accountId: string; now: Date }) {
  const { rows } = await sql<
    Record<'members' | 'invitations' | 'apiKeys' | 'agentKeys' | 'sshKeys' | 'cards' | 'openTickets' | 'invoices', bigint>
  >`
    select
      (select count(*) from memberships where account_id = ${accountId}) as members,
      (select count(*) from invitations where account_id = ${accountId} and accepted_at is null and revoked_at is null) as invitations,
      (select count(*) from api_keys where account_id = ${accountId} and kind = 'rest' and revoked_at is null and expires_at > ${now}) as api_keys,
      (select count(*) from api_keys where account_id = ${accountId} and kind = 'mcp' and revoked_at is null and expires_at > ${now}) as agent_keys,
      (select count(*) from ssh_keys where account_id = ${accountId}) as ssh_keys,
      (select count(*) from cards where account_id = ${accountId} and status = 'active') as cards,
      (select count(*) from tickets where account_id = ${accountId} and status <> 'closed') as open_tickets,
      (select count(*) from invoices where account_id = ${accountId}) as invoices
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('counting answers a row');
  return row;
}

/** Whether a card charge has no answer yet. The account is locked. */
export async function isBeingCharged(db: Sql | Tx, accountId: string): Promise<boolean> {
  const open = db.selectFrom('payments').select('id').where('accountId', '=', accountId).where('settledAt', 'is', null);
  return (await open.limit(1).executeTakeFirst()) !== undefined;
}

/** Credit that was bought by card and has not gone back to a card; micro-CAD before tax. */
export async function sumBoughtCredit(db: Sql | Tx, accountId: string): Promise<Micros> {
  const { rows } = await sql<{ micros: bigint }>`
    select coalesce(sum(greatest(p.net_micros - coalesce(back.micros, 0), 0)), 0)::bigint as micros
    from payments p
    left join lateral (
      select sum(r.net_micros) as micros from payment_refunds r where r.payment_id = p.id and r.status <> 'failed'
    ) back on true
    where p.account_id = ${accountId} and p.status = 'succeeded' and p.purpose in ('topup', 'auto_reload')
  `.execute(db);
  return rows[0]?.micros ?? 0n;
}

/** Working keys, by id, under locks that keep anybody from spending with them. */
export async function lockWorkingKeys(tx: Tx, accountId: string): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('apiKeys')
    .select('id')
    .where('accountId', '=', accountId)
    .where('revokedAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Withdraws all open invitations. Returns how many. */
export async function revokeInvitations(tx: Tx, { accountId, at }: { accountId: string; at: Date }): Promise<number> {
  const revoked = await tx
    .updateTable('invitations')
    .set({ revokedAt: at })
    .where('accountId', '=', accountId)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  return Number(revoked.numUpdatedRows);
}

/** Ends what would continue automatically: stock alerts, and buying credit. */
export async function endAutomatic(tx: Tx, { accountId, at }: { accountId: string; at: Date }): Promise<void> {
  await tx.deleteFrom('stockAlerts').where('accountId', '=', accountId).execute();
  await tx.updateTable('autoReloads').set({ enabled: false, updatedAt: at }).where('accountId', '=', accountId).execute();
}

/** Removes the cards that can be charged: the provider is told to forget them. A card that is being added is removed once it is. */
export async function removeCards(tx: Tx, { accountId, at }: { accountId: string; at: Date }): Promise<number> {
  const removed = await tx
    .updateTable('cards')
    .set({ status: 'removed', isDefault: false, checkAt: at, updatedAt: at })
    .where('accountId', '=', accountId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return Number(removed.numUpdatedRows);
}
