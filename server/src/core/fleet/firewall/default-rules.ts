import type { Tx } from '../../../db/connect.ts';
import { defaultFirewallRule } from './firewall.rules.ts';
import { ruleInsert } from './firewall.store.ts';

/** Gives a new server, whose rules are at version 1, the rules that every server starts with. */
export function defaultRules(tx: Tx, input: { serverId: string; now: Date }) {
  return ruleInsert(tx, { ...defaultFirewallRule, serverId: input.serverId, version: 1, createdAt: input.now });
}
