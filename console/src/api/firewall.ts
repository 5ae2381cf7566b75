import { FirewallRule, FirewallRuleDeleted, AddFirewallRuleRequest } from '@boreal/contract/firewall.ts';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { callConsole } from './call.ts';
import { serverKey, underServer, type ServerRef } from './servers.ts';

/** The rules of a server; looked at until the machine enforces each. */
export const firewallQuery = (ref: ServerRef) =>
  queryOptions({
    queryKey: [...serverKey(ref), 'firewall'],
    queryFn: ({ signal }) => callConsole(underServer(ref, '/firewall'), z.array(FirewallRule), { signal }),
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'pending') ? 2000 : 15_000),
  });

export const addFirewallRule = (ref: ServerRef, body: Partial<AddFirewallRuleRequest>) =>
  callConsole(underServer(ref, '/firewall'), FirewallRule, { method: 'POST', takes: AddFirewallRuleRequest, body });

export const deleteFirewallRule = (ref: ServerRef, ruleId: number) =>
  callConsole(underServer(ref, '/firewall'), FirewallRuleDeleted, { method: 'DELETE', body: { ruleId } });
