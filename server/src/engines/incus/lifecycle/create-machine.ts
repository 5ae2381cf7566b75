import { EngineError, type MachineSpec, type Observed } from '../../engine.ts';
import { pause, type Turn } from '../../parts/turn.ts';
import { readBackup } from '../backups.ts';
import { IncusError, isBusy, isNotFound, isTaken, tornImage } from '../client/incus-errors.ts';
import { Instance } from '../client/incus-shapes.ts';
import { configOf, devicesOf } from '../rules/machine-config.rules.ts';
import { instanceName, isGroup, isTorn, marks } from '../rules/machine-marks.rules.ts';
import { putFirewall } from '../firewall/machine-firewall.ts';
import { noteFailure } from '../switch-machine.ts';
import { toVerify } from '../verify-gpus.ts';
import { ensureWorkVolume } from '../work-volume.ts';
import { instancePath, QUICK_MS, type IncusDeps } from '../incus-deps.ts';

export interface Making {
  /** The address at which it will be reached. */
  readonly ipv4: string;
  /** It was created but does not start. */
  readonly failed?: Observed;
}

/**
 * Begins to create and boot a machine. If someone else was faster, or it takes longer than this call may, the next look shows it.
 * @throws EngineError image_missing, no_capacity and whatever else prevents its creation
 */
export async function createMachine(deps: IncusDeps, turn: Turn, spec: MachineSpec): Promise<Making> {
  const name = instanceName(spec.serverId);
  const origin = await originOf(deps, turn, spec);
  await deps.cleanGpus(turn, spec, spec.hostName);
  const nvidia = await deps.hasNvidia(spec, spec.hostName, turn.signal);
  const held = await deps.addresses.hold(spec.serverId, spec.hostName);
  // If Incus chooses the member, the work disk is made after that, and only then is the machine switched on.
  const placed = !isGroup(spec.hostName);
  const { work, ...devices } = devicesOf(spec, held, deps.layout);
  await Promise.all([
    putFirewall(deps, turn, { serverId: spec.serverId, rules: spec.firewall, hasIPv6: held.ipv6 !== null, isNew: true }),
    placed ? ensureWorkVolume(deps, turn, spec, spec.hostName) : null,
  ]);
  const body = {
    name,
    type: spec.machineType === 'vm' ? 'virtual-machine' : 'container',
    description: `Boreal server ${spec.serverId}`,
    profiles: [],
    start: placed,
    ...origin,
    config: { ...(spec.fromBackupId !== null && ofBackup), ...configOf(spec, deps.layout, { nvidia }), ...toVerify(spec) },
    devices: placed && work ? { ...devices, work } : devices,
  };
  const { clustered } = await deps.topology(turn.signal);
  try {
    const path = `/1.0/instances${clustered ? `?target=${encodeURIComponent(spec.hostName)}` : ''}`;
    await deps.client.change({ method: 'POST', path, body }, { ms: turn.left(), signal: turn.signal });
    return { ipv4: held.ipv4 };
  } catch (error) {
    const fingerprint = tornImage(error);
    if (fingerprint !== null) {
      await removeTornImage(deps, turn, { fingerprint, target: clustered && placed ? spec.hostName : null });
      return { ipv4: held.ipv4 };
    }
    if (isTaken(error) || isBusy(error)) {
      await pause(turn, 50);
      return { ipv4: held.ipv4 };
    }
    if (!(error instanceof IncusError)) throw error;
    // A machine that was created but does not start is kept, with the reason.
    const made = await deps.client.find(instancePath(name), Instance, turn.signal);
    if (!made || isTorn(made.value)) throw error;
    return { ipv4: held.ipv4, failed: await noteFailure(deps, turn, { serverId: spec.serverId, instance: made.value, error }) };
  }
}

/** Incus unpacks the image again for the next machine. */
async function removeTornImage(deps: IncusDeps, turn: Turn, of: { fingerprint: string; target: string | null }): Promise<void> {
  const { fingerprint, target } = of;
  deps.log.warn({ fingerprint }, 'half a copy of an image, which keeps machines from being made, is removed');
  const path = `/1.0/storage-pools/${encodeURIComponent(deps.layout.storagePool)}/volumes/image/${fingerprint}`;
  const at = target === null ? '' : `?target=${encodeURIComponent(target)}`;
  try {
    await deps.client.change({ method: 'DELETE', path: `${path}${at}` }, { ms: QUICK_MS, signal: turn.signal });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/** The machine's source and, for a copy, what Incus does not copy from the original by itself. */
async function originOf(deps: IncusDeps, turn: Turn, spec: MachineSpec): Promise<Record<string, unknown>> {
  if (spec.fromBackupId === null) return { source: { type: 'image', alias: spec.image } };
  const name = instanceName(spec.fromBackupId);
  const backup = await readBackup(deps, turn, spec.fromBackupId);
  if (backup.state !== 'ready') throw new EngineError('image_missing', `The backup ${spec.fromBackupId} is ${backup.state}.`);
  const { value } = await deps.client.read(instancePath(name), Instance, turn.signal);
  return { source: { type: 'copy', source: name, instance_only: true }, architecture: value.architecture };
}

/** Of a backup's marks only one applies to the machine made from it: that its disk has been used. */
const ofBackup = { ...Object.fromEntries(Object.values(marks).map((key) => [key, ''])), [marks.used]: 'true' };
