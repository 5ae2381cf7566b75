import { sql } from 'kysely';
import type { Tx } from '../../../db/connect.ts';

/**
 * The key to which a charged hour of a server counted, according to the server's log: the one that had launched it last when the hour was
 * charged. The server may run for another by now. A launch and its first hour are in one transaction, but the log line may be a moment
 * later. Null: no key.
 */
export async function keyOfChargedHour(tx: Tx, hour: { serverId: string; periodStart: Date }): Promise<string | null> {
  const { rows } = await sql<{ keyId: string }>`
    select launch.actor_id as key_id
    from usage_hours u join transfers t on t.id = u.transfer_id
    cross join lateral (
      select e.actor_id from server_events e
      where e.server_id = u.server_id and e.type in ('server.create_requested', 'server.restore_requested')
        and (t.key like 'first-hour:%' or e.created_at <= t.created_at)
      order by case when t.key like 'first-hour:%' then abs(extract(epoch from e.created_at - t.created_at)) end, e.created_at desc, e.id desc
      limit 1
    ) launch
    join agent_keys k on k.key_id = launch.actor_id
    where u.server_id = ${hour.serverId} and u.period_start = ${hour.periodStart} and k.account_id = u.account_id
  `.execute(tx);
  return rows[0]?.keyId ?? null;
}

/** The key that turned on a server's backup option when it was charged; null if no key did. */
export async function keyOfOption(tx: Tx, option: { serverId: string; chargedAt: Date }): Promise<string | null> {
  const { rows } = await sql<{ keyId: string }>`
    select k.key_id from (
      select e.actor_id from server_events e
      where e.server_id = ${option.serverId} and e.type = 'backup.option_enabled'
      order by abs(extract(epoch from e.created_at - ${option.chargedAt}::timestamptz)) limit 1
    ) one join agent_keys k on k.key_id = one.actor_id
  `.execute(tx);
  return rows[0]?.keyId ?? null;
}
