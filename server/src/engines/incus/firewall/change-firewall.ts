import { EngineError, type MachineFirewallRule } from '../../engine.ts';
import { pause, type Turn } from '../../parts/turn.ts';
import { isBusy } from '../client/incus-errors.ts';
import type { Instance } from '../client/incus-shapes.ts';
import { putFirewall } from './machine-firewall.ts';
import { instanceName } from '../rules/machine-marks.rules.ts';
import { NIC } from '../rules/observed.rules.ts';
import { requireOurs } from '../switch-machine.ts';
import { instancePath, look, QUICK_MS, type Found, type IncusDeps } from '../incus-deps.ts';

const BUSY_MS = 50;

/** Changes a machine's rules, and makes sure that its host applies them. */
export async function changeFirewall(deps: IncusDeps, turn: Turn, serverId: string, rules: readonly MachineFirewallRule[]): Promise<void> {
  for (;;) {
    const { found } = await look(deps, turn, instanceName(serverId));
    if (!found) throw new EngineError('gone', `There is no machine ${serverId}.`);
    requireOurs(deps, found, serverId);
    await putFirewall(deps, turn, { serverId, rules, hasIPv6: hasIPv6(found.instance) });
    if (await reload(deps, turn, found)) return;
    if (!(await pause(turn, BUSY_MS)))
      throw new EngineError('timeout', `${serverId} is being changed; its host may not go by its rules yet.`);
  }
}

export function hasIPv6({ devices }: Instance): boolean {
  return devices[NIC]?.['ipv6.address'] !== undefined;
}

/**
 * In a cluster, only the member that is asked to change an ACL rebuilds rules, and only for its own machines: elsewhere the change is just
 * stored in the database. A change of the network device itself is applied where the machine is, so this toggles whether dropped packets
 * are logged between absent and false, which mean the same. Returns false if the machine has changed since it was looked at.
 */
export async function reload(deps: IncusDeps, turn: Turn, { instance, etag }: Found): Promise<boolean> {
  const { clustered } = await deps.topology(turn.signal);
  const nic = instance.devices[NIC];
  if (!clustered || instance.status === 'Stopped' || nic === undefined) return true;
  const body = { description: instance.description, devices: { [NIC]: turned(nic) } };
  try {
    await deps.client.change({ method: 'PATCH', path: instancePath(instance.name), body, etag }, { ms: QUICK_MS, signal: turn.signal });
    return true;
  } catch (error) {
    if (!isBusy(error)) throw error;
    return false;
  }
}

const LOGGED = 'security.acls.default.ingress.logged';

function turned(nic: Instance['devices'][string]): Instance['devices'][string] {
  const { [LOGGED]: said, ...rest } = nic;
  return said === undefined ? { ...rest, [LOGGED]: 'false' } : rest;
}
