import * as rows from '@boreal/contract/endpoints/firewall.ts';
import { addFirewallRule } from '../core/fleet/firewall/add-firewall-rule.ts';
import { deleteFirewallRule } from '../core/fleet/firewall/delete-firewall-rule.ts';
import { listFirewallRules } from '../core/fleet/firewall/list-firewall-rules.ts';
import { bind } from './bind.ts';

export const firewallRoutes = bind(rows, {
  listFirewallRules: (ctx, { params: { id }, query }) => listFirewallRules(ctx, { serverId: id, ...query }),
  addFirewallRule: (ctx, { params: { id }, body }) => addFirewallRule(ctx, { serverId: id, ...body }),
  deleteFirewallRule: (ctx, { params: { id }, body }) => deleteFirewallRule(ctx, { serverId: id, ruleId: body.ruleId }),
});
