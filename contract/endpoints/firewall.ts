import { endpoint, list } from '../endpoint.ts';
import { AddFirewallRuleRequest, DeleteFirewallRuleRequest, FirewallRule, FirewallRuleDeleted } from '../firewall.ts';
import { PageQuery } from '../pages.ts';
import { ServerPath } from '../paths.ts';

const rest = { scope: 'account', group: 'Firewall' } as const;
const params = ServerPath;

export const listFirewallRules = list('/servers/:id/firewall', {
  ...rest,
  needs: 'servers.read',
  limit: 30,
  takes: { params, query: PageQuery },
  of: FirewallRule,
  errors: ['NOT_FOUND'],
  owns: 'live server',
  summary: 'Rules of a server',
});

export const addFirewallRule = endpoint('POST', '/servers/:id/firewall', {
  ...rest,
  needs: 'servers.write',
  limit: 5,
  takes: { params, body: AddFirewallRuleRequest },
  status: 201,
  data: FirewallRule,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  owns: 'live server',
  summary: 'Add a rule',
});

export const deleteFirewallRule = endpoint('DELETE', '/servers/:id/firewall', {
  ...rest,
  needs: 'servers.write',
  limit: 5,
  takes: { params, body: DeleteFirewallRuleRequest },
  data: FirewallRuleDeleted,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  owns: 'live server',
  summary: 'Remove a rule',
});
