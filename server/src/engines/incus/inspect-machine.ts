import { EngineError, type MachineAsFound } from '../engine.ts';
import type { Turn } from '../parts/turn.ts';
import { rulesIn } from './rules/firewall.rules.ts';
import { forwardsIn } from './rules/forwards.rules.ts';
import { look, type IncusDeps } from './incus-deps.ts';
import { Acl } from './client/incus-shapes.ts';
import { markedGpus } from './rules/machine-config.rules.ts';
import { bootOf, instanceName, isTorn, marks, wasStarted } from './rules/machine-marks.rules.ts';
import { aclPath } from './firewall/machine-firewall.ts';
import { NIC, observedOf, serverIdOf } from './rules/observed.rules.ts';

/** A machine with everything that Incus knows about it; null if none is ours. */
export async function inspectMachine(deps: IncusDeps, turn: Turn, serverId: string): Promise<MachineAsFound | null> {
  const { found, work } = await look(deps, turn, instanceName(serverId));
  if (!found || isTorn(found.instance) || serverIdOf(found.instance, deps.layout.owner) === null) return null;
  const { instance } = found;
  if (instance.status === 'Error') throw new EngineError('timeout', `The host of ${serverId} does not answer.`);
  const acl = await deps.client.find(aclPath(serverId), Acl, turn.signal);
  const nic = instance.devices[NIC] ?? {};
  const machine = observedOf(serverId, instance, work);
  const { clustered } = await deps.topology(turn.signal);
  return {
    machine,
    record: instance.config[marks.record] || null,
    gpus: markedGpus(instance, { hostName: machine.hostName, clustered }),
    ipv4: nic['ipv4.address'] ?? null,
    ipv6: nic['ipv6.address'] ?? null,
    firewall: acl ? rulesIn(acl.value) : [],
    forwards: forwardsIn(instance),
    bootedAt: wasStarted(instance) ? new Date(bootOf(instance)) : null,
  };
}
