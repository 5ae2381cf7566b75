import { z } from 'zod';
import type { OpenstackDeps } from './openstack-deps.ts';

const Owned = z.object({ network: z.object({ project_id: z.string() }) });

/**
 * Whether we may choose hardware and fixed addresses on a network: on one of another project, which shares it with us, neutron lets only
 * administrators do so.
 */
export async function isOwnNetwork(
  { client, layout }: Pick<OpenstackDeps, 'client' | 'layout'>,
  networkId: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (layout.whose === 'ours') return true;
  const [{ network }, { projectId }] = await Promise.all([
    client.read('network', `/v2.0/networks/${networkId}`, Owned, signal),
    client.session(signal),
  ]);
  return network.project_id === projectId;
}
