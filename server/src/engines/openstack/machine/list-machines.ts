import { EngineSilent, type Observed } from '../../engine.ts';
import { FloatingIp, Port, type CloudServer } from '../cloud/cloud-shapes.ts';
import type { ListGivenGpus } from '../capacity/given-gpus.ts';
import { listOwn } from '../cloud/list-own.ts';
import { listServers, listSoftDeleted, serverIdIn, type UnreadServer } from './list-servers.ts';
import { withFault } from './look.ts';
import { serverIdOfBelonging } from './machine-marks.rules.ts';
import { floatingIpOf, observedOf, portOf } from './observed.rules.ts';
import type { Layout, OpenstackDeps } from '../openstack-deps.ts';

/** How nova calls a machine of a cell that it does not reach. */
const AWAY = 'UNKNOWN';

/** Our machines, and whatever else of the project cannot be read. */
export async function listMachines(
  deps: Pick<OpenstackDeps, 'client' | 'layout'>,
  signal: AbortSignal,
): Promise<{
  readonly machines: readonly { readonly serverId: string; readonly server: CloudServer }[];
  readonly unread: readonly UnreadServer[];
}> {
  const { servers, unread } = await listServers(deps, '', signal);
  return { machines: oursOf(servers, deps.layout), unread };
}

function oursOf(servers: readonly CloudServer[], layout: Layout): readonly { readonly serverId: string; readonly server: CloudServer }[] {
  return servers.flatMap((server) => {
    const serverId = serverIdIn(server, layout);
    return serverId === null ? [] : [{ serverId, server }];
  });
}

/**
 * Each of our machines as it is, those that were deleted and are kept, too: four lists, however many there are. One that cannot be read is
 * left out: who looks for it is told that nobody knows. @throws EngineSilent
 */
export async function observeMachines(
  deps: OpenstackDeps & { readonly givenGpus: ListGivenGpus },
  signal: AbortSignal,
): Promise<readonly Observed[]> {
  const { layout } = deps;
  const [{ machines: listed, unread }, kept, ports, floatingIps] = await Promise.all([
    listMachines(deps, signal),
    listSoftDeleted(deps, signal),
    listOwn(deps, { kind: 'ports', shape: Port }, signal),
    layout.floatingNetwork === null ? [] : listOwn(deps, { kind: 'floatingips', shape: FloatingIp }, signal),
  ]);
  refuseAway(layout, unread, ports);
  // One that was given back between the two lists is in both.
  const there = new Set(listed.map(({ server }) => server.id));
  const machines = [...listed, ...oursOf(kept, layout).filter(({ server }) => !there.has(server.id))];
  const gpus = await deps.givenGpus(
    machines.map(({ server }) => server),
    signal,
  );
  return Promise.all(
    machines.map(async ({ serverId, server }) => {
      const port = portOf(server, ports);
      const reached = { port, floatingIp: floatingIpOf(port, floatingIps) };
      const devices = gpus.get(server.id);
      return { ...observedOf(serverId, await withFault(deps, server, signal), reached), ...(devices && { devices }) };
    }),
  );
}

/**
 * In a cell that is away, nova tells nothing of its machines but their ids. They are neither gone nor silent: as when a service is away,
 * nothing follows for anybody. Whose port is ours is ours. @throws EngineSilent
 */
function refuseAway(layout: Layout, unread: readonly UnreadServer[], ports: readonly Port[]): void {
  const away = unread.filter(({ status }) => status === AWAY).map(({ id }) => id);
  const ours = ports.filter(({ device_id }) => away.includes(device_id)).flatMap((port) => serverIdOfBelonging(layout.owner, port) ?? []);
  if (ours.length === 0) return;
  throw new EngineSilent(
    'no_service',
    `Nova has the machines of ${ours.join(', ')} and does not say how they are: it does not reach the database of their cell. ` +
      'Look at it, and at: nova-manage cell_v2 list_cells',
  );
}
