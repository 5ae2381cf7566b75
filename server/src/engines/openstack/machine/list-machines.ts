import { EngineSilent, type Observed } from '../../engine.ts';
import { FloatingIp, Port, type CloudServer } from '../cloud/cloud-shapes.ts';
import type { ListGivenGpus } from '../capacity/given-gpus.ts';
import { listOwn } from '../cloud/list-own.ts';
import { listServers, listSoftDeleted, serverIdIn, type UnreadServer } from './list-servers.ts';
import { withFault } from './look.ts';
import { serverIdOfBelonging } from './machine-marks.rules.ts';
import { floatingIpOf, observedOf, portOf } from './observed.rules.ts';
import type { Layout, OpenstackDeps } from '../openstack-deps.ts';

/** Nova's status for a machine in a cell that it cannot reach. */
const AWAY = 'UNKNOWN';

/** Our machines, and unreadable machines of the project. */
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
 * The state of each of our machines, including deleted ones that are kept: four lists, however many machines there are. Unreadable ones are
 * left out, and looking for one fails as unknown. @throws EngineSilent
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
  // One that was restored between the two lists is in both.
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
 * For machines in an unreachable cell, nova reports only their ids. They count as neither gone nor silent: as with a service that is down,
 * nothing changes for them. A machine with our port is ours. @throws EngineSilent
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
