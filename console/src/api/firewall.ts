import * as firewall from '@boreal/contract/endpoints/firewall.ts';
import type { AddFirewallRuleRequest } from '@boreal/contract/servers/firewall.ts';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from './call.ts';
import { inServer, serverKey, type ServerRef } from './servers.ts';

/** The rules of a server; polled until the machine enforces each. */
export const firewallQuery = (ref: ServerRef) =>
  queryOptions({
    queryKey: [...serverKey(ref), 'firewall'],
    queryFn: ({ signal }) => call(firewall.listFirewallRules, { params: inServer(ref), signal }),
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'pending') ? 2000 : 15_000),
  });

export const addFirewallRule = (ref: ServerRef, body: z.input<typeof AddFirewallRuleRequest>) =>
  call(firewall.addFirewallRule, { params: inServer(ref), body });
