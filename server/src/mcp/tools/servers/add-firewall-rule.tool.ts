import { AddFirewallRuleRequest, FirewallRule } from '@boreal/contract/servers/firewall.ts';
import { IdText } from '@boreal/contract/values/ids.ts';
import { z } from 'zod';
import { addFirewallRule as openPort } from '../../../core/fleet/firewall/add-firewall-rule.ts';
import { defineTool } from '../../define-tool.ts';

export const addFirewallRule = defineTool({
  name: 'svc_add_firewall_rule',
  group: 'servers',
  title: 'Add a firewall rule',
  description: 'Allow traffic; without ports every port, without remoteIpPrefix anywhere.',
  effect: 'write',
  input: z.strictObject({ serverId: IdText, ...AddFirewallRuleRequest.shape }),
  output: z.object({ rule: FirewallRule }),
  run: async (ctx, args) => ({ rule: await openPort(ctx, args) }),
  tell: ({ rule }) => `Rule ${rule.id} is ${rule.status}.${tellForwarding(rule.forwarding)}`,
});

/** Where the rule's ports are reached, on a server that shares its public address. */
function tellForwarding(forwarding: FirewallRule['forwarding']): string {
  if (forwarding === null) return '';
  const { address, ports, refused } = forwarding;
  const reached = ports.map(({ port, publicPort }) => ` ${port} is reached at ${address}:${publicPort}.`).join('');
  return refused === null ? reached : `${reached} Other ports are not reached from outside: ${refused}.`;
}
