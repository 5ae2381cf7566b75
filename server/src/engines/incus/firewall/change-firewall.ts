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

/** Changes the rules of a machine, and sees to it that its host goes by them. */
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
 * Of a cluster, only the member that is asked to change an ACL builds rules anew, for machines of its own: elsewhere it is in the
 * database and no more. A change of the port itself is made where the machine is; whether what its rules drop is logged may be
 * unsaid or said to be false, which is the same. Answers false when the machine has changed since it was looked at.
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
