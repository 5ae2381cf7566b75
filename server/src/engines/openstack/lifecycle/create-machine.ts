import { Buffer } from 'node:buffer';
import { EngineError, type MachineSpec } from '../../engine.ts';
import { userData } from '../../parts/user-data.rules.ts';
import { findBackup } from '../backups/backups.ts';
import { chooseFlavor } from '../capacity/choose-flavor.ts';
import { CloudError, isRefusal } from '../cloud/cloud-errors.ts';
import { Made, Nothing, type Group, type Image, type Port } from '../cloud/cloud-shapes.ts';
import { cloudTime } from '../cloud-time.ts';
import { disksNotOffered, disksOf } from '../machine-disks.rules.ts';
import { diskNeededGb } from '../machine/image.rules.ts';
import { look } from '../machine/look.ts';
import type { Making } from '../makings.ts';
import { claimPort, ensureFloatingIp } from '../machine/machine-address.ts';
import { bringIntoLine, makeGroup } from '../machine/machine-group.ts';
import { cloudName, descriptionOf, keyName, MADE_FROM, OWNER, SERVER, USERNAME } from '../machine/machine-marks.rules.ts';
import { removeVolumes } from '../machine/machine-volumes.ts';
import { mappingOf, volumesOf, type NewDisks } from './new-disks.ts';
import { ON_ITS_WAY_MS, type OpenstackDeps } from '../openstack-deps.ts';
import { removeBelongings } from './remove-belongings.ts';
import { writeSold } from './write-sold.ts';

/** A second virtio disk's name in the guest. */
const WORK_DEVICE = '/dev/vdb';

/**
 * Requests the cloud's data needed for making a machine ahead of time, as soon as it is likely that there is none. If a request fails now,
 * it is repeated, and its error reported, when the data is needed.
 */
export function askAhead(deps: OpenstackDeps, spec: MachineSpec): void {
  const { directory, layout } = deps;
  const signal = AbortSignal.timeout(ON_ITS_WAY_MS);
  const networks = [layout.network, ...(layout.floatingNetwork === null ? [] : [layout.floatingNetwork])];
  void Promise.allSettled([
    directory.flavors({ anew: false }, signal),
    placeOf(deps, spec.hostName, signal),
    ...(spec.fromBackupId === null ? [directory.image(spec.image, signal)] : []),
    ...networks.map((name) => directory.network(name, signal)),
  ]);
}

/**
 * Requests a machine and what it needs: rules, disks, a port, an address. Whoever makes the port makes the machine; if another process was
 * faster, nothing is made, and the next look shows its machine. If the cloud refuses, nothing is left behind. Callers cannot abort it: nova
 * continues with what it was told, and so do we.
 * @throws EngineError image_missing, no_capacity, quota and whatever else keeps it from being made
 */
export async function createMachine(deps: OpenstackDeps, spec: MachineSpec, { unwanted, inTurn }: Making): Promise<void> {
  const notOffered = disksNotOffered(spec, deps.layout);
  if (notOffered.length > 0) throw new EngineError('no_capacity', notOffered.join(' '));
  const choosing = AbortSignal.timeout(ON_ITS_WAY_MS);
  const [flavor, image, place] = await Promise.all([
    chooseFlavor(deps, { ...spec, gpuCount: spec.gpus.length }, choosing),
    imageOf(deps, spec, choosing),
    placeOf(deps, spec.hostName, choosing),
  ]);
  const systemGb = disksOf(spec, deps.layout).systemDisk === 'volume' ? spec.storageGb : flavor.disk;
  const needsGb = diskNeededGb(image);
  if (needsGb > systemGb || image.min_ram > flavor.ram) {
    const [needs, has] = [
      { disk: needsGb, memory: image.min_ram },
      { disk: systemGb, memory: flavor.ram },
    ].map(({ disk, memory }) => `${disk} GB of disk and ${memory} MB of memory`);
    throw new EngineError('image_missing', `The image ${spec.image} needs ${needs}; with the flavor ${flavor.name} there are ${has}.`);
  }
  // Before the port, which signals that a machine is on its way: cinder may take longer to make and copy volumes than that signal is
  // trusted.
  const from = { imageId: image.id, zone: place.availability_zone };
  const volumes = await volumesOf(deps, spec, from, unwanted).catch(async (error: unknown) => {
    if (isRefusal(error) || error instanceof EngineError) await takeBackVolumes(deps, spec.serverId);
    throw error;
  });
  await inTurn(() => askFor(deps, spec, { ...volumes, flavorId: flavor.id, imageId: image.id, place }));
}

type Place = { readonly availability_zone: string; readonly host?: string };

/** Claims the port, and requests what belongs to it. */
async function askFor(deps: OpenstackDeps, spec: MachineSpec, of: NewDisks & { flavorId: string; place: Place }): Promise<void> {
  const { serverId } = spec;
  const signal = AbortSignal.timeout(ON_ITS_WAY_MS);
  const port = await claim(deps, spec, signal);
  if (port === null) return;
  // From here on nobody else makes it: a machine of this name is from an abandoned attempt, or ours.
  try {
    // The tags last: the first failure is thrown. A refusal of the others decides, and the next call writes tags whose request had no
    // answer.
    await settled([
      ensureFloatingIp(deps, { serverId, portId: port.id, there: null, not: null }, signal),
      boot(deps, spec, { ...of, port }, signal),
      writeSold(deps, { signal }, { spec, port }),
    ]);
  } catch (error) {
    // A request that was not refused may have been carried out: the port stays, and a later look finds the machine, or none.
    if (isRefusal(error)) await takeBack(deps, serverId);
    throw error;
  }
  await removeKey(deps, serverId, signal);
}

/** The port with the machine's rules on it; null: another process has it. */
async function claim(deps: OpenstackDeps, spec: MachineSpec, signal: AbortSignal): Promise<Port | null> {
  const { serverId, firewall } = spec;
  let group: Group | null = null;
  let port: Port | null = null;
  const drop = async () => {
    if (port !== null) await deps.client.remove('network', `/v2.0/ports/${port.id}`, signal);
    if (group !== null) await deps.client.remove('network', `/v2.0/security-groups/${group.id}`, signal);
  };
  const makeRules = async () => (group = await makeGroup(deps, serverId, signal));
  const takePort = async (groupId: string) =>
    (port = await claimPort(deps, { serverId, groupId, asked: await cloudTime(deps, signal) }, signal));
  try {
    const [made] = await settled([makeRules(), makeKey(deps, spec, signal)]);
    const [taken] = await settled([takePort(made.id), bringIntoLine(deps, made, firewall, signal)]);
    if (taken === null) await drop();
    return taken;
  } catch (error) {
    if (isRefusal(error)) await settled([drop(), removeKey(deps, serverId, signal), removeVolumes(deps, serverId, signal)]);
    throw error;
  }
}

/** Includes the machine: of simultaneous requests, one may have been refused and the other carried out. */
async function takeBack(deps: OpenstackDeps, serverId: string): Promise<void> {
  const signal = AbortSignal.timeout(ON_ITS_WAY_MS);
  try {
    const { server } = await look(deps, { signal }, serverId);
    if (server !== null) await deps.client.remove('compute', `/servers/${server.id}`, signal);
    await removeBelongings(deps, serverId, signal);
  } catch (error) {
    deps.log.warn({ err: error, serverId }, 'what a refused machine was to have could not be removed');
  }
}

/** Only the volumes: nobody has the port yet, and another process may have made the machine. */
async function takeBackVolumes(deps: OpenstackDeps, serverId: string): Promise<void> {
  try {
    await removeVolumes(deps, serverId, AbortSignal.timeout(ON_ITS_WAY_MS));
  } catch (error) {
    deps.log.warn({ err: error, serverId }, 'the disks of a machine that cannot be made could not be removed');
  }
}

/** Waits for all of them, even if one fails: nothing may be made after it was removed because of another's failure. */
async function settled<T extends readonly [unknown, ...unknown[]]>(work: T): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

async function imageOf(deps: OpenstackDeps, spec: MachineSpec, signal: AbortSignal): Promise<Image> {
  if (spec.fromBackupId === null) return deps.directory.image(spec.image, signal);
  const image = await findBackup(deps, spec.fromBackupId, signal);
  if (image?.status !== 'active')
    throw new EngineError('image_missing', `The backup ${spec.fromBackupId} is ${image?.status ?? 'not there'}.`);
  return image;
}

/** Nova gives a key to guests that read no user data. It copies the key, which can be removed once the machine is made. */
async function makeKey({ client, layout }: OpenstackDeps, { serverId, publicKey }: MachineSpec, signal: AbortSignal): Promise<void> {
  const name = keyName(layout.owner, serverId);
  const keypair = { name, type: 'ssh', public_key: publicKey };
  try {
    await client.change('compute', { method: 'POST', path: '/os-keypairs', body: { keypair } }, Nothing, signal);
  } catch (error) {
    // The key exists: from an interrupted attempt, for the same server, with the same content.
    if (!(error instanceof CloudError && error.status === 409)) throw error;
  }
}

function removeKey({ client, layout }: OpenstackDeps, serverId: string, signal: AbortSignal): Promise<void> {
  return client.remove('compute', `/os-keypairs/${keyName(layout.owner, serverId)}`, signal);
}

async function boot(
  deps: OpenstackDeps,
  spec: MachineSpec,
  of: NewDisks & { flavorId: string; place: Place; port: Port },
  signal: AbortSignal,
): Promise<void> {
  const { client, layout } = deps;
  const { serverId, hostName, username } = spec;
  const ephemeral = disksOf(spec, layout).workDisk === 'ephemeral';
  const hasWorkDisk = of.workVolumeId !== null || (ephemeral && spec.localStorageGb > 0);
  const server = {
    name: cloudName(serverId),
    description: descriptionOf({ host: hostName, since: (await cloudTime(deps, signal)).toISOString() }),
    metadata: {
      [OWNER]: layout.owner,
      [SERVER]: serverId,
      [USERNAME]: username,
      ...(spec.fromBackupId !== null && { [MADE_FROM]: spec.fromBackupId }),
    },
    flavorRef: of.flavorId,
    ...(of.systemVolumeId === null && { imageRef: of.imageId }),
    networks: [{ port: of.port.id }],
    key_name: keyName(layout.owner, serverId),
    user_data: Buffer.from(userData(spec, hasWorkDisk ? { path: WORK_DEVICE, ephemeral } : null)).toString('base64'),
    config_drive: layout.configDrive,
    ...of.place,
    ...((of.systemVolumeId ?? of.workVolumeId) !== null && { block_device_mapping_v2: mappingOf(of) }),
  };
  await client.change('compute', { method: 'POST', path: '/servers', body: { server } }, Made, signal);
}

/**
 * In our own cloud a specific host is requested, subject to nova's filters; in someone else's cloud, a zone. The host's own zone is named
 * with it, because otherwise nova may look in one of its own choice (`default_schedule_zone`).
 */
async function placeOf({ layout, directory }: OpenstackDeps, hostName: string, signal: AbortSignal): Promise<Place> {
  if (layout.whose === 'theirs') return { availability_zone: hostName };
  return { host: hostName, availability_zone: await directory.zoneOf(hostName, signal) };
}
