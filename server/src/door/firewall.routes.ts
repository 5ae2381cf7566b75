import * as rows from '@boreal/contract/endpoints/firewall.ts';
import { addFirewallRule } from '../core/firewall/add-firewall-rule.ts';
import { deleteFirewallRule } from '../core/firewall/delete-firewall-rule.ts';
import { listFirewallRules } from '../core/firewall/list-firewall-rules.ts';
import { bind } from './bind.ts';

export const firewallRoutes = bind(rows, {
  listFirewallRules: (ctx, { params: { id }, query }) => listFirewallRules(ctx, { serverId: id, ...query }),
  addFirewallRule: (ctx, { params: { id }, body }) => addFirewallRule(ctx, { serverId: id, ...body }),
  deleteFirewallRule: (ctx, { params: { id }, body }) => deleteFirewallRule(ctx, { serverId: id, ruleId: body.ruleId }),
});
