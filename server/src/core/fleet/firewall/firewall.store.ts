import type { Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { FirewallRules } from '../../../db/rows.gen.ts';
import type { MachineFirewallRule } from '../../../engines/engine.ts';

export type RuleRow = Selectable<FirewallRules>;

/** Null if the server already has exactly this rule. */
export function insertRule(tx: Tx, row: Omit<RuleRow, 'id'>): Promise<RuleRow | null> {
  const inserted = ruleInsert(tx, row).onConflict((conflict) =>
    conflict.columns(['serverId', 'direction', 'protocol', 'ethertype', 'cidr', 'portMin', 'portMax']).doNothing(),
  );
  return firstOrNull(inserted.returningAll());
}

export function ruleInsert(tx: Tx, row: Omit<RuleRow, 'id'>) {
  return tx.insertInto('firewallRules').values(row);
}

/** Returns the removed rule; null if the server has no such rule. */
export function removeRule(tx: Tx, input: { serverId: string; ruleId: bigint }): Promise<RuleRow | null> {
  const removed = tx.deleteFrom('firewallRules').where('id', '=', input.ruleId).where('serverId', '=', input.serverId);
  return firstOrNull(removed.returningAll());
}

export async function countRules(tx: Tx, serverId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('firewallRules')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('serverId', '=', serverId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A server's rules after an id, oldest first, and the version of the rules that its machine enforces; null if there is no such server. */
export async function readRules(
  db: Sql | Tx,
  input: { accountId: string; serverId: string; after: bigint; limit: number },
): Promise<{ id: string; hostId: string | null; firewallAppliedVersion: number; rules: RuleRow[] } | null> {
  const server = await db
    .selectFrom('servers')
    .select(['id', 'hostId', 'firewallAppliedVersion'])
    .where('id', '=', input.serverId)
    .where('accountId', '=', input.accountId)
    .where('status', '<>', 'DELETED')
    .executeTakeFirst();
  if (!server) return null;
  const rules = db.selectFrom('firewallRules').selectAll().where('serverId', '=', input.serverId).where('id', '>', input.after);
  return { ...server, rules: await rules.orderBy('id').limit(input.limit).execute() };
}

/** Every rule of a server in the form that its machine receives. */
export function machineFirewall(db: Sql | Tx, serverId: string): Promise<MachineFirewallRule[]> {
  return db
    .selectFrom('firewallRules')
    .select(['direction', 'protocol', 'ethertype', 'cidr', 'portMin', 'portMax'])
    .where('serverId', '=', serverId)
    .orderBy('id')
    .execute();
}

/** Marks a server's rules as changed. The server's row is locked. */
export async function setFirewallVersion(tx: Tx, input: { serverId: string; version: number; at: Date }): Promise<void> {
  await tx.updateTable('servers').set({ firewallVersion: input.version, updatedAt: input.at }).where('id', '=', input.serverId).execute();
}
