import { listSoftDeleted, serverIdIn } from '../machine/list-servers.ts';
import type { OpenstackDeps } from '../openstack-deps.ts';

/** How many are named. */
const NAMED_MAX = 5;

/** Machines of ours that nova keeps although they were deleted, by someone else or by Boreal without permission to remove them for good. */
export async function keptAfterDeletion(
  { client, layout }: Pick<OpenstackDeps, 'client' | 'layout'>,
  signal: AbortSignal,
): Promise<string[]> {
  const ours = (await listSoftDeleted({ client }, signal)).filter((server) => serverIdIn(server, layout) !== null);
  if (ours.length === 0) return [];
  const names = ours.slice(0, NAMED_MAX).map(({ name }) => name);
  return [
    `Nova keeps ${ours.length} of Boreal's machines although they were deleted (SOFT_DELETED; reclaim_instance_interval in nova.conf): ${names.join(', ')}${ours.length > names.length ? ', …' : ''}. They hold their hosts, GPUs and volumes. One whose server is still wanted is given back within minutes, or at once with: openstack server restore NAME. One that Boreal has deleted is removed for good when nova's policy lets Boreal (os_compute_api:os-deferred-delete:force), or with: openstack server delete --force NAME`,
  ];
}
