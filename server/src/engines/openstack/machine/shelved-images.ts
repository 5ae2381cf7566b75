import type { CloudServer, Image } from '../cloud/cloud-shapes.ts';
import { findServer } from './list-servers.ts';
import { shelvedName, shelvedServerId } from './machine-marks.rules.ts';
import type { OpenstackDeps } from '../openstack-deps.ts';
import { listOwnImages } from '../cloud/own-images.ts';

// Nova deletes a hibernated machine's image together with it. If glance does not answer then, nova deletes the machine anyway, and a
// customer's whole disk would stay forever.

/** The disk of a hibernated machine, or what nova left of it. */
export interface ShelvedImage {
  readonly id: string;
  readonly serverId: string;
  /** Nova's own id of the machine it was made from. */
  readonly machineId: string;
}

/** Those of all servers, or of one. */
export async function listShelvedImages(
  { client, layout }: OpenstackDeps,
  { serverId }: { readonly serverId?: string },
  signal: AbortSignal,
): Promise<readonly ShelvedImage[]> {
  if ((await client.session(signal)).endpoint('image') === null) return [];
  const query = { limit: '100', ...(serverId !== undefined && { name: shelvedName(serverId) }) };
  const images = await listOwnImages(client, query, signal);
  return images.flatMap((image) => shelvedOf(layout.owner, image) ?? []);
}

/**
 * Called before hibernating or resuming a machine whose disk passes through glance: nova records its task before it asks glance, and if
 * glance does not answer, the machine stays in that task forever; only an administrator can end that. @throws CloudUnreachable, CloudError
 */
export async function requireGlance(
  deps: OpenstackDeps,
  { serverId, server }: { serverId: string; server: CloudServer },
  signal: AbortSignal,
): Promise<void> {
  if (server.image !== '') await listShelvedImages(deps, { serverId }, signal);
}

/** Removes the images of a server that no longer has a machine. Another Boreal in this project may have one with the same id. */
export async function removeShelvedImages(deps: OpenstackDeps, serverId: string, signal: AbortSignal): Promise<void> {
  for (const { id, machineId } of await listShelvedImages(deps, { serverId }, signal)) {
    const machine = await findServer(deps, machineId, signal);
    if (machine === null || machine.read?.status === 'DELETED') await deps.client.remove('image', `/v2/images/${id}`, signal);
  }
}

/** Nova records what it made an image from. An image of a machine also inherits the properties of the machine's own image. */
function shelvedOf(owner: string, { id, name, image_type, instance_uuid, boreal_owner = owner }: Image): ShelvedImage | null {
  const serverId = shelvedServerId(name ?? '');
  const machineId = image_type === 'snapshot' ? (instance_uuid ?? null) : null;
  return serverId === null || machineId === null || boreal_owner !== owner ? null : { id, serverId, machineId };
}
