import { sql, type Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { AgentKeys } from '../../../db/rows.gen.ts';
import { joinPrice } from '../prices/price-in-force.store.ts';
import type { KeyLoad } from './caps.rules.ts';

export type AgentKeyRow = Selectable<AgentKeys>;

/** A key's settings. Amounts in micro-CAD. */
export type AgentKeySettings = Pick<
  AgentKeyRow,
  | 'mayLaunch'
  | 'mayDelete'
  | 'mayCharge'
  | 'serverHourlyCapMicros'
  | 'totalHourlyCapMicros'
  | 'serverCountCap'
  | 'monthCapMicros'
  | 'chargeCapMicros'
  | 'monthChargeCapMicros'
  | 'approvalAboveMicros'
  | 'stopAtCap'
>;

export async function insertAgentKey(
  tx: Tx,
  key: { keyId: string; accountId: string; settings: AgentKeySettings; monthStart: Date; now: Date },
): Promise<void> {
  const { keyId, accountId, settings, monthStart, now } = key;
  await tx
    .insertInto('agentKeys')
    .values({ keyId, accountId, ...settings, monthStart, monthSpentMicros: 0n, createdAt: now, updatedAt: now })
    .execute();
}

export async function updateAgentKey(tx: Tx, input: { keyId: string; settings: Partial<AgentKeySettings>; now: Date }): Promise<void> {
  await tx
    .updateTable('agentKeys')
    .set({ ...input.settings, updatedAt: input.now })
    .where('keyId', '=', input.keyId)
    .execute();
}

export function findAgentKey(db: Sql | Tx, keyId: string): Promise<AgentKeyRow | null> {
  return firstOrNull(db.selectFrom('agentKeys').selectAll().where('keyId', '=', keyId));
}

/** Locks a key's caps and counters until the transaction ends; its account is already locked. */
export function lockAgentKey(tx: Tx, keyId: string): Promise<AgentKeyRow | null> {
  return firstOrNull(tx.selectFrom('agentKeys').selectAll().where('keyId', '=', keyId).forUpdate());
}

/** The key for which a server runs; null if it runs for a person or a REST key. */
export async function findKeyOfServer(db: Sql | Tx, serverId: string): Promise<string | null> {
  const row = await db.selectFrom('agentServers').select('keyId').where('serverId', '=', serverId).executeTakeFirst();
  return row?.keyId ?? null;
}

/** From now on the server runs for this key, or for none. */
export async function setKeyOfServer(tx: Tx, input: { serverId: string; keyId: string | null; now: Date }): Promise<void> {
  const { serverId, keyId, now } = input;
  if (keyId === null) {
    await tx.deleteFrom('agentServers').where('serverId', '=', serverId).execute();
    return;
  }
  await tx
    .insertInto('agentServers')
    .values({ serverId, keyId, createdAt: now })
    .onConflict((conflict) => conflict.column('serverId').doUpdateSet({ keyId }))
    .execute();
}

/** Adds to a key's spending from the credit in a month; ignores an amount of an earlier month than the row's. */
export async function countKeySpending(tx: Tx, input: { keyId: string; monthStart: Date; amountMicros: bigint }): Promise<void> {
  const { keyId, monthStart, amountMicros } = input;
  await sql`
    update agent_keys set
      month_spent_micros = greatest(0, ${amountMicros}::bigint + case when month_start = ${monthStart} then month_spent_micros else 0 end),
      month_start = ${monthStart}
    where key_id = ${keyId} and month_start <= ${monthStart}
  `.execute(tx);
}

/** What a key has charged to the card since a time, before tax, without declined charges. */
export async function sumKeyCharges(db: Sql | Tx, input: { keyId: string; since: Date }): Promise<bigint> {
  const { rows } = await sql<{ micros: bigint }>`
    select coalesce(sum(net_micros), 0)::bigint as micros from payments
    where agent_key_id = ${input.keyId} and created_at >= ${input.since} and status <> 'failed'
  `.execute(db);
  return rows[0]?.micros ?? 0n;
}

/**
 * How many servers run for a key, without the one named, and their cost per hour at the prices in force. Counts servers that are neither
 * deleted nor hibernated; prepaid ones count but add no cost. A server about to hibernate counts until it has, without further cost.
 */
export async function readKeyLoad(db: Sql | Tx, input: { keyId: string; at: Date; without: string | null }): Promise<KeyLoad> {
  const { rows } = await sql<{ servers: bigint; hourlyMicros: bigint }>`
    select count(*) as servers, coalesce(sum(price.hourly_micros) filter (where s.billing_cycle = 'hourly' and s.goal <> 'hibernated'), 0)::bigint as hourly_micros
    from agent_servers g
    join servers s on s.id = g.server_id
    ${joinPrice({ row: 's', at: input.at })}
    where g.key_id = ${input.keyId} and s.status not in ('DELETED', 'HIBERNATED')
      and s.id is distinct from ${input.without}
  `.execute(db);
  return { servers: Number(rows[0]?.servers ?? 0n), hourlyMicros: rows[0]?.hourlyMicros ?? 0n };
}
