import { sql } from 'kysely';
import type { Sql, Tx } from '../../../../db/connect.ts';

/** The GPUs of one host that a server has according to our rows. */
export interface HeldGpus {
  readonly serverId: string;
  readonly hostId: string;
  readonly hostName: string;
  readonly devices: readonly string[];
}

/** What those of these servers have whose GPUs have names. */
export async function selectHeldGpus(db: Sql, engine: string, serverIds: readonly string[]): Promise<HeldGpus[]> {
  if (serverIds.length === 0) return [];
  const { rows } = await sql<HeldGpus>`
    select gpus.server_id, hosts.id as host_id, hosts.name as host_name, array_agg(gpus.device order by gpus.device) as devices
    from gpus join hosts on hosts.id = gpus.host_id
    where hosts.engine = ${engine} and gpus.server_id = any(${[...serverIds]}::text[]) and gpus.device is not null
    group by gpus.server_id, hosts.id
  `.execute(db);
  return rows;
}

/** Locks a server's row. Returns whether it has had nothing in progress since this was its latest wish. */
export async function lockAsSeen(tx: Tx, { serverId, intent }: { serverId: string; intent: number }): Promise<boolean> {
  const { rows } = await sql<{ still: boolean }>`
    select intent = ${intent} and task is null and converge_at is null as still from servers where id = ${serverId} for update
  `.execute(tx);
  return rows[0]?.still === true;
}

/**
 * Swaps GPUs, one for one, between this server and those that hold the GPUs of `devices`, so that this server has exactly these. The host's
 * pools are locked. False, without a change, if it does not have as many GPUs of that host, another machine has yet to leave one of them,
 * or they are not all of its pool.
 */
export async function exchangeHolders(
  tx: Tx,
  { serverId, hostId, devices }: { serverId: string; hostId: string; devices: readonly string[] },
): Promise<boolean> {
  await sql`select from gpus where host_id = ${hostId} order by slot for update`.execute(tx);
  const { rows } = await sql<{ changed: bigint }>`
    with own as (
      select slot, pool_id, device = any(${[...devices]}::text[]) as stays, leaving_server_id
      from gpus where host_id = ${hostId} and server_id = ${serverId}
    ), given as (
      select slot, pool_id from gpus
      where host_id = ${hostId} and device = any(${[...devices]}::text[]) and state <> 'removed' and server_id is distinct from ${serverId}
    ), sound as (
      select from own having count(*) = ${devices.length}::integer and count(leaving_server_id) = 0 and count(distinct pool_id) = 1
        and count(*) filter (where not stays) = (select count(*) from given)
        and (select bool_and(pool_id = (select min(pool_id) from own)) from given)
    ), pair as (
      select leaves.slot as one, takes.slot as other
      from (select slot, row_number() over (order by slot) as n from own where not stays) leaves
      join (select slot, row_number() over (order by slot) as n from given) takes using (n)
      where exists (select from sound)
    ), exchange as (
      select one as slot, other as with_slot from pair union all select other, one from pair
    ), changed as (
      update gpus set server_id = former.server_id, leaving_server_id = former.leaving_server_id,
        -- What was kept for its machine is its own now.
        orphan_id = nullif(former.orphan_id, ${serverId}),
        -- One that was set aside before is its machine's own all the same.
        taken_at = least(former.taken_at, case when gpus.state <> 'ok' then gpus.state_since end)
      from exchange join gpus former on former.host_id = ${hostId} and former.slot = exchange.with_slot
      where gpus.host_id = ${hostId} and gpus.slot = exchange.slot
      returning gpus.slot
    )
    select count(*) as changed from changed
  `.execute(tx);
  return Number(rows[0]?.changed ?? 0) > 0;
}
