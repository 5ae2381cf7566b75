import { endpointRows } from '../api/endpoint.ts';
import { AddFirewallRuleRequest, DeleteFirewallRuleRequest, FirewallRule, FirewallRuleDeleted } from '../servers/firewall.ts';
import { PageQuery } from '../api/pages.ts';
import { ServerPath } from '../api/paths.ts';

const rest = { scope: 'account', group: 'Firewall' } as const;
const read = endpointRows({ ...rest, needs: 'servers.read', limit: 30 });
const write = endpointRows({ ...rest, needs: 'servers.write', limit: 5 });
const params = ServerPath;

export const listFirewallRules = read.list('/servers/:id/firewall', 'Rules of a server', {
  takes: { params, query: PageQuery },
  of: FirewallRule,
  errors: ['NOT_FOUND'],
  owns: 'live server',
});

export const addFirewallRule = write.post('/servers/:id/firewall', 'Add a rule', {
  takes: { params, body: AddFirewallRuleRequest },
  status: 201,
  data: FirewallRule,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  owns: 'live server',
});

export const deleteFirewallRule = write.delete('/servers/:id/firewall', 'Remove a rule', {
  takes: { params, body: DeleteFirewallRuleRequest },
  data: FirewallRuleDeleted,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  owns: 'live server',
});
