import { z } from 'zod';
import { RuleForwarding } from './forwards.ts';
import { schemaSentences } from '../values/schema-sentences.ts';

export const FirewallDirection = z.enum(['ingress', 'egress']);
export type FirewallDirection = z.infer<typeof FirewallDirection>;

export const FirewallProtocol = z.enum(['tcp', 'udp', 'icmp']);
export type FirewallProtocol = z.infer<typeof FirewallProtocol>;

export const Ethertype = z.enum(['IPv4', 'IPv6']);
export type Ethertype = z.infer<typeof Ethertype>;

/** The most rules that a server can have. */
export const FIREWALL_RULES_MAX = 100;

const Port = z.int(schemaSentences.port.en).min(1, schemaSentences.port.en).max(65535, schemaSentences.port.en);

/** Rules across fields (CIDR against ethertype, ports against protocol) are in the server's firewall rules. */
export const AddFirewallRuleRequest = z
  .strictObject({
    direction: FirewallDirection.meta({ description: 'Which way the traffic flows, seen from the server.', example: 'ingress' }),
    protocol: FirewallProtocol.meta({ example: 'tcp' }),
    ethertype: Ethertype.default('IPv4').meta({ description: 'IP family of the rule.', example: 'IPv4' }),
    remoteIpPrefix: z
      .string()
      .max(64)
      .optional()
      .meta({ description: 'Remote CIDR; anywhere (`0.0.0.0/0` or `::/0`) when omitted.', example: '203.0.113.0/24' }),
    portRangeMin: Port.optional().meta({ description: 'First port. Alone it means that one port; none means every port.', example: 443 }),
    portRangeMax: Port.optional().meta({ description: 'Last port of the range.', example: 443 }),
  })
  .meta({ id: 'AddFirewallRuleRequest' });
export type AddFirewallRuleRequest = z.infer<typeof AddFirewallRuleRequest>;

export const FirewallRule = z
  .object({
    id: z.int().meta({ description: 'Used as `ruleId` on deletion.', example: 42 }),
    direction: FirewallDirection,
    protocol: FirewallProtocol,
    ethertype: Ethertype,
    port: z.union([z.int(), z.string()]).meta({ description: 'One port, a range such as `8000-8100`, or `any`.', example: 443 }),
    source: z.string().meta({ description: 'Remote CIDR.', example: '0.0.0.0/0' }),
    forwarding: RuleForwarding.nullable().meta({
      description: 'How its ports are reached on a server that shares its public address; null on one with its own.',
      example: null,
    }),
    status: z.string().meta({ description: '`pending` until the machine enforces the rule, then `active`.', example: 'active' }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'FirewallRule' });
export type FirewallRule = z.infer<typeof FirewallRule>;

export const DeleteFirewallRuleRequest = z
  .strictObject({ ruleId: z.int().min(1).max(Number.MAX_SAFE_INTEGER).meta({ description: 'A rule id from the list.', example: 42 }) })
  .meta({ id: 'DeleteFirewallRuleRequest' });

export const FirewallRuleDeleted = z.object({ ruleId: z.int(), status: z.literal('deleted') }).meta({ id: 'FirewallRuleDeleted' });
