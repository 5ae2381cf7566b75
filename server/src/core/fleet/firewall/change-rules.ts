import type { FirewallRuleFacts } from '@boreal/contract/servers/events.ts';
import type { Tx } from '../../../db/connect.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { recordEvent } from '../servers/events/events.store.ts';
import type { ServerRow } from '../servers/servers.store.ts';
import { traceToStore } from '../servers/server-trace.ts';
import { wakeServer } from '../servers/wake-server.store.ts';
import { setFirewallVersion } from './firewall.store.ts';

/**
 * Publishes the next version of a locked server's rules: to the worker, which pushes them to a running machine, and to the activity log. A
 * machine that is off gets its rules when it starts.
 */
export async function publishRules(
  tx: Tx,
  ctx: Ctx,
  input: { server: ServerRow; type: 'firewall.rule_added' | 'firewall.rule_deleted'; rule: FirewallRuleFacts },
): Promise<void> {
  const { server, type } = input;
  const { direction, protocol, ethertype, cidr, portMin, portMax } = input.rule;
  const now = ctx.clock.now();
  await setFirewallVersion(tx, { serverId: server.id, version: nextVersion(server), at: now });
  await recordEvent(tx, ctx, { server, type, data: { rule: { direction, protocol, ethertype, cidr, portMin, portMax } } });
  if (server.goal === 'running') await wakeServer(tx, { serverId: server.id, at: now, trace: traceToStore(ctx) });
}

/** The version of the rules that the current change creates. */
export function nextVersion(server: Pick<ServerRow, 'firewallVersion'>): number {
  return server.firewallVersion + 1;
}
