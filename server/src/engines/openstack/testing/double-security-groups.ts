import { BlockList } from 'node:net';
import { z } from 'zod';
import { Refusal, type Call, type Routes } from './double-http.ts';
import { countOf, mine, owned, parsed, within, type ListOf, type NetworkQuota, type Owned } from './double-network-resource.ts';
import type { Project } from './double-world.ts';

export interface GroupRule extends Owned {
  readonly security_group_id: string;
  readonly direction: 'ingress' | 'egress';
  readonly ethertype: 'IPv4' | 'IPv6';
  readonly protocol: string | null;
  readonly port_range_min: number | null;
  readonly port_range_max: number | null;
  readonly remote_ip_prefix: string | null;
  readonly remote_group_id: string | null;
}
export interface Group extends Owned {
  name: string;
  description: string;
  revision_number: number;
}

export interface Packet {
  readonly from: string;
  readonly protocol: 'tcp' | 'udp';
  readonly port: number;
}

const NewGroup = z.object({ security_group: z.object({ name: z.string(), description: z.string().optional() }) });
const GroupChange = z.object({ security_group: z.object({ name: z.string().optional(), description: z.string().optional() }) });
const NewRule = z.object({
  security_group_id: z.string(),
  direction: z.enum(['ingress', 'egress']),
  ethertype: z.enum(['IPv4', 'IPv6']).default('IPv4'),
  protocol: z.union([z.string(), z.number()]).transform(String).nullish(),
  port_range_min: z.number().nullish(),
  port_range_max: z.number().nullish(),
  remote_ip_prefix: z.string().nullish(),
  remote_group_id: z.string().nullish(),
  description: z.string().optional(),
});
const NewRules = z.union([z.object({ security_group_rule: NewRule }), z.object({ security_group_rules: z.array(NewRule) })]);

/** Neutron's security groups and their rules. */
export function createSecurityGroups(options: { quota: NetworkQuota; listOf: ListOf; isUsed: (groupId: string) => boolean }) {
  const { quota, listOf, isUsed } = options;
  const groups = new Map<string, Group>();
  const rules = new Map<string, GroupRule>();

  function defaultGroup(project: Project): Group {
    const there = [...groups.values()].find(({ name, project_id }) => name === 'default' && project_id === project.id);
    if (there) return there;
    const group = addGroup(project, { name: 'default', description: 'Default security group' });
    for (const ethertype of ['IPv4', 'IPv6'] as const)
      addRule(project, { ...anything(group.id, ethertype, 'ingress'), remote_group_id: group.id });
    return group;
  }

  function addGroup(project: Project, { name, description = '' }: { name: string; description?: string | undefined }): Group {
    const group: Group = { ...owned(project), name, description, stateful: true, shared: false };
    groups.set(group.id, group);
    for (const ethertype of ['IPv4', 'IPv6'] as const) addRule(project, anything(group.id, ethertype, 'egress'));
    return group;
  }

  function addRule(project: Project, rule: z.output<typeof NewRule>): GroupRule {
    if (!groups.has(rule.security_group_id)) {
      throw new Refusal(404, `Security group ${rule.security_group_id} does not exist`, 'SecurityGroupNotFound');
    }
    const made: GroupRule = {
      ...owned(project),
      security_group_id: rule.security_group_id,
      direction: rule.direction,
      ethertype: rule.ethertype,
      protocol: rule.protocol ?? null,
      port_range_min: rule.port_range_min ?? null,
      port_range_max: rule.port_range_max ?? null,
      remote_ip_prefix: rule.remote_ip_prefix ?? null,
      remote_group_id: rule.remote_group_id ?? null,
      remote_address_group_id: null,
      normalized_cidr: rule.remote_ip_prefix ?? null,
      description: rule.description ?? '',
    };
    const same = [...rules.values()].find((other) => meaningOf(other) === meaningOf(made));
    if (same) throw new Refusal(409, `Security group rule already exists. Rule id is ${same.id}.`, 'SecurityGroupRuleExists');
    rules.set(made.id, made);
    return made;
  }

  function rulesOf(groupId: string): readonly GroupRule[] {
    return [...rules.values()].filter(({ security_group_id }) => security_group_id === groupId);
  }

  const shown = (group: Group) => ({ ...group, security_group_rules: rulesOf(group.id) });
  const routes: Routes = {
    'GET /v2.0/security-groups': listOf('security_groups', groups, shown),
    'GET /v2.0/security-groups/:id': ({ caller }, id = '') => ({
      status: 200,
      body: { security_group: shown(mine(groups, caller, id, 'Security group')) },
    }),
    'POST /v2.0/security-groups': (call) => {
      const { project } = call.caller.user;
      within(countOf(groups, project), quota.security_group, 'security_group');
      return { status: 201, body: { security_group: shown(addGroup(project, parsed(NewGroup, call).security_group)) } };
    },
    'PUT /v2.0/security-groups/:id': (call, id = '') => {
      const group = mine(groups, call.caller, id, 'Security group');
      requireRevision(call, group);
      Object.assign(group, parsed(GroupChange, call).security_group);
      group.revision_number += 1;
      return { status: 200, body: { security_group: shown(group) } };
    },
    'DELETE /v2.0/security-groups/:id': ({ caller }, id = '') => {
      const group = mine(groups, caller, id, 'Security group');
      if (isUsed(id)) throw new Refusal(409, `Security Group ${id} in use.`, 'SecurityGroupInUse');
      groups.delete(group.id);
      for (const rule of rulesOf(id)) rules.delete(rule.id);
      return { status: 204 };
    },
    'GET /v2.0/security-group-rules': listOf('security_group_rules', rules, (rule) => rule),
    'POST /v2.0/security-group-rules': (call) => {
      const asked = parsed(NewRules, call);
      const { project } = call.caller.user;
      const many = 'security_group_rules' in asked ? asked.security_group_rules : [asked.security_group_rule];
      within(countOf(rules, project) + many.length - 1, quota.security_group_rule, 'security_group_rule');
      // All of them or none, as in one transaction.
      const before = [...rules];
      try {
        const made = many.map((rule) => addRule(project, rule));
        // A rule that was just made is told without its tags.
        const told = made.map(({ tags: _tags, ...rule }) => rule);
        return { status: 201, body: 'security_group_rules' in asked ? { security_group_rules: told } : { security_group_rule: told[0] } };
      } catch (error) {
        rules.clear();
        for (const [id, rule] of before) rules.set(id, rule);
        throw error;
      }
    },
    'DELETE /v2.0/security-group-rules/:id': ({ caller }, id = '') => {
      rules.delete(mine(rules, caller, id, 'Security group rule').id);
      return { status: 204 };
    },
  };

  /** Whether a packet to a machine in these groups is let in. */
  function letsIn(groupIds: readonly string[], packet: Packet): boolean {
    const family = packet.from.includes(':') ? 'IPv6' : 'IPv4';
    return groupIds
      .flatMap(rulesOf)
      .some(
        (rule) =>
          rule.direction === 'ingress' &&
          rule.ethertype === family &&
          rule.remote_group_id === null &&
          (rule.protocol === null || rule.protocol === packet.protocol) &&
          (rule.port_range_min === null || (rule.port_range_min <= packet.port && packet.port <= (rule.port_range_max ?? 65_535))) &&
          isIn(packet.from, rule.remote_ip_prefix),
      );
  }

  return { groups, rules, defaultGroup, rulesOf, letsIn, routes };
}

/** Who says which revision they have read changes that one, or nothing. @throws Refusal */
function requireRevision({ headers }: Pick<Call, 'headers'>, { revision_number }: Group): void {
  const said = /^revision_number=(\d+)$/.exec(String(headers['if-match'] ?? ''))?.[1];
  if (said === undefined || Number(said) === revision_number) return;
  throw new Refusal(412, `Constrained to ${said}, but current revision is ${revision_number}`, 'RevisionNumberConstraintFailed');
}

function anything(groupId: string, ethertype: 'IPv4' | 'IPv6', direction: 'ingress' | 'egress'): z.output<typeof NewRule> {
  return { security_group_id: groupId, ethertype, direction };
}

function meaningOf(rule: GroupRule): string {
  const { security_group_id, direction, ethertype, protocol, port_range_min, port_range_max, remote_ip_prefix, remote_group_id } = rule;
  return JSON.stringify([
    security_group_id,
    direction,
    ethertype,
    protocol,
    port_range_min,
    port_range_max,
    remote_ip_prefix,
    remote_group_id,
  ]);
}

function isIn(ip: string, prefix: string | null): boolean {
  if (prefix === null) return true;
  const [network = '', bits = ''] = prefix.split('/');
  const family = ip.includes(':') ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  list.addSubnet(network, Number(bits || (family === 'ipv6' ? 128 : 32)), family);
  return list.check(ip, family);
}
