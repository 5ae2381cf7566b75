import { z } from 'zod';
import type { MachineFirewallRule } from '../../engine.ts';
import { CloudError, isConflict } from '../cloud/cloud-errors.ts';
import { Group, Nothing } from '../cloud/cloud-shapes.ts';
import { ruleChanges, wantedRules } from './group.rules.ts';
import { listOwn } from '../cloud/list-own.ts';
import { belongingOf, cloudName } from './machine-marks.rules.ts';
import type { OpenstackDeps } from '../openstack-deps.ts';

const One = z.object({ security_group: Group });

/** A machine's own security group, which initially lets nobody in. */
export async function makeGroup({ client, layout }: OpenstackDeps, serverId: string, signal: AbortSignal): Promise<Group> {
  const body = { security_group: { name: cloudName(serverId), description: belongingOf(layout.owner, serverId) } };
  return (await client.change('network', { method: 'POST', path: '/v2.0/security-groups', body }, One, signal)).security_group;
}

/** Replaces a group's current rules. What is no longer allowed is closed first. */
export async function setRules(
  deps: OpenstackDeps,
  groupId: string,
  rules: readonly MachineFirewallRule[],
  signal: AbortSignal,
): Promise<void> {
  const { security_group: group } = await deps.client.read('network', `/v2.0/security-groups/${groupId}`, One, signal);
  await bringIntoLine(deps, group, rules, signal);
}

/** The same for a group whose rules are known. */
export async function bringIntoLine(
  deps: OpenstackDeps,
  group: Group,
  rules: readonly MachineFirewallRule[],
  signal: AbortSignal,
): Promise<void> {
  const { client, layout } = deps;
  const { add, remove } = ruleChanges(group.security_group_rules, wantedRules(rules, layout));
  for (const id of remove) await client.remove('network', `/v2.0/security-group-rules/${id}`, signal);
  if (add.length === 0) return;
  const path = '/v2.0/security-group-rules';
  const made = add.map((rule) => ({ ...rule, security_group_id: group.id }));
  try {
    await client.change('network', { method: 'POST', path, body: { security_group_rules: made } }, Nothing, signal);
  } catch (error) {
    if (!isThere(error)) throw error;
    // Someone has made one of them meanwhile, and then neutron makes none of the list.
    for (const rule of made) {
      await client
        .change('network', { method: 'POST', path, body: { security_group_rule: rule } }, Nothing, signal)
        .catch((each: unknown) => {
          if (!isThere(each)) throw each;
        });
    }
  }
}

function isThere(error: unknown): boolean {
  return error instanceof CloudError && isConflict(error) && /exists/i.test(`${error.kind} ${error.message}`);
}

/** A server's groups; more than one if making them was interrupted. */
export async function listGroups(deps: OpenstackDeps, serverId: string, signal: AbortSignal): Promise<Group[]> {
  const found = await listOwn(deps, { kind: 'security_groups', shape: Group, query: { name: cloudName(serverId) }, whole: true }, signal);
  return found.filter(({ description }) => description === belongingOf(deps.layout.owner, serverId));
}
