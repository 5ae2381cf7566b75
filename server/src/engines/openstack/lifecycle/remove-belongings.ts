import { isConflict } from '../cloud/cloud-errors.ts';
import { Port } from '../cloud/cloud-shapes.ts';
import { listOwn } from '../cloud/list-own.ts';
import { listFloatingIps } from '../machine/machine-address.ts';
import { listGroups } from '../machine/machine-group.ts';
import { cloudName, keyName, serverIdOfBelonging } from '../machine/machine-marks.rules.ts';
import { removeVolumes } from '../machine/machine-volumes.ts';
import type { OpenstackDeps } from '../openstack-deps.ts';
import { removeShelvedImages } from '../machine/shelved-images.ts';

/**
 * Removes what belongs to a machine and outlives it: address, port, rules, disks, key, image. Returns whether the cloud does not release
 * something yet. No machine may be using them.
 */
export async function removeBelongings(deps: OpenstackDeps, serverId: string, signal: AbortSignal): Promise<'gone' | 'going'> {
  const { client, layout } = deps;
  const [floatingIps, ports, groups] = await Promise.all([
    listFloatingIps(deps, serverId, signal),
    listOwn(deps, { kind: 'ports', shape: Port, query: { name: cloudName(serverId) }, whole: true }, signal),
    listGroups(deps, serverId, signal),
  ]);
  for (const { id } of floatingIps) await client.remove('network', `/v2.0/floatingips/${id}`, signal);
  for (const port of ports) {
    if (serverIdOfBelonging(layout.owner, port) === serverId) await client.remove('network', `/v2.0/ports/${port.id}`, signal);
  }
  let left: 'gone' | 'going' = 'gone';
  for (const { id } of groups) {
    try {
      await client.remove('network', `/v2.0/security-groups/${id}`, signal);
    } catch (error) {
      // A port that uses it is about to go.
      if (!isConflict(error)) throw error;
      left = 'going';
    }
  }
  const [volumes] = await Promise.all([
    removeVolumes(deps, serverId, signal),
    client.remove('compute', `/os-keypairs/${keyName(layout.owner, serverId)}`, signal),
  ]);
  // Last: a glance that does not answer delays nothing else.
  await removeShelvedImages(deps, serverId, signal);
  return volumes === 'going' ? 'going' : left;
}
