import { AddFirewallRuleRequest, DeleteFirewallRuleRequest, FirewallRule, FirewallRuleDeleted } from '@boreal/contract/firewall.ts';
import { addFirewallRule } from '../core/firewall/add-firewall-rule.ts';
import { deleteFirewallRule } from '../core/firewall/delete-firewall-rule.ts';
import { listFirewallRules } from '../core/firewall/list-firewall-rules.ts';
import { endpoint, list } from './define-endpoint.ts';
import { ownServer, ServerPath } from './own-server.ts';
import { PageQuery } from './pages.ts';

const group = 'Firewall';
const params = ServerPath;

export const firewallRoutes = [
  list(
    '/servers/:id/firewall',
    {
      group,
      needs: 'servers.read',
      limit: 30,
      takes: { params, query: PageQuery },
      of: FirewallRule,
      owns: ownServer,
      errors: ['NOT_FOUND'],
      name: 'listFirewallRules',
      summary: 'Rules of a server',
    },
    (ctx, { params: { id }, query }) => listFirewallRules(ctx, { serverId: id, ...query }),
  ),

  endpoint(
    'POST',
    '/servers/:id/firewall',
    {
      group,
      needs: 'servers.write',
      limit: 5,
      takes: { params, body: AddFirewallRuleRequest },
      status: 201,
      data: FirewallRule,
      owns: ownServer,
      errors: ['INVALID_REQUEST', 'NOT_FOUND'],
      name: 'addFirewallRule',
      summary: 'Add a rule',
    },
    (ctx, { params: { id }, body }) => addFirewallRule(ctx, { serverId: id, ...body }),
  ),

  endpoint(
    'DELETE',
    '/servers/:id/firewall',
    {
      group,
      needs: 'servers.write',
      limit: 5,
      takes: { params, body: DeleteFirewallRuleRequest },
      data: FirewallRuleDeleted,
      owns: ownServer,
      errors: ['INVALID_REQUEST', 'NOT_FOUND'],
      name: 'deleteFirewallRule',
      summary: 'Remove a rule',
    },
    (ctx, { params: { id }, body }) => deleteFirewallRule(ctx, { serverId: id, ruleId: body.ruleId }),
  ),
];
