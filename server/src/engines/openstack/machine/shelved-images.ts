import type { CloudServer, Image } from '../cloud/cloud-shapes.ts';
import { findServer } from './list-servers.ts';
import { shelvedName, shelvedServerId } from './machine-marks.rules.ts';
import type { OpenstackDeps } from '../openstack-deps.ts';
import { listOwnImages } from '../cloud/own-images.ts';

// Nova deletes the image of a hibernated machine with it. When glance does not answer then, nova deletes the machine all the same, and
// a customer's whole disk would stay for ever.

/** The disk of a hibernated machine, or what nova left of it. */
export interface ShelvedImage {
  readonly id: string;
  readonly serverId: string;
  /** Nova's own of the machine that it is of. */
  readonly machineId: string;
}

/** Of all servers, or of one. */
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
 * Before a machine is to sleep or to wake whose disk goes through glance: nova writes down what it is at before it asks glance, and whom
 * glance does not answer then is at it for ever; nobody but an administrator can end that. @throws CloudUnreachable, CloudError
 */
export async function requireGlance(
  deps: OpenstackDeps,
  { serverId, server }: { serverId: string; server: CloudServer },
  signal: AbortSignal,
): Promise<void> {
  if (server.image !== '') await listShelvedImages(deps, { serverId }, signal);
}

/** Removes what is left of a server that has no machine any more. Another Boreal of this project may have one of the same id. */
export async function removeShelvedImages(deps: OpenstackDeps, serverId: string, signal: AbortSignal): Promise<void> {
  for (const { id, machineId } of await listShelvedImages(deps, { serverId }, signal)) {
    const machine = await findServer(deps, machineId, signal);
    if (machine === null || machine.read?.status === 'DELETED') await deps.client.remove('image', `/v2/images/${id}`, signal);
  }
}

/** Nova writes of what it made it. An image of a machine has also what was written on the image that the machine was made of. */
function shelvedOf(owner: string, { id, name, image_type, instance_uuid, boreal_owner = owner }: Image): ShelvedImage | null {
  const serverId = shelvedServerId(name ?? '');
  const machineId = image_type === 'snapshot' ? (instance_uuid ?? null) : null;
  return serverId === null || machineId === null || boreal_owner !== owner ? null : { id, serverId, machineId };
}
