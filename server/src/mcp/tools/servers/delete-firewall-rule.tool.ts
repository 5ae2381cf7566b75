import { DeleteFirewallRuleRequest, FirewallRuleDeleted } from '@boreal/contract/servers/firewall.ts';
import { z } from 'zod';
import { deleteFirewallRule as closePort } from '../../../core/fleet/firewall/delete-firewall-rule.ts';
import { defineTool } from '../../define-tool.ts';
import { ServerInput } from '../../fields.ts';

export const deleteFirewallRule = defineTool({
  name: 'svc_delete_firewall_rule',
  group: 'servers',
  title: 'Delete a firewall rule',
  description: 'Remove a rule; the traffic that it allowed stops.',
  effect: 'destructive',
  input: ServerInput.extend(DeleteFirewallRuleRequest.shape),
  output: z.object({ rule: FirewallRuleDeleted }),
  run: async (ctx, args) => ({ rule: await closePort(ctx, args) }),
  tell: ({ rule }) => `Rule ${rule.ruleId} is deleted.`,
});
