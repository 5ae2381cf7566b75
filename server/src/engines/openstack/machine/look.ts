import { EngineError } from '../../engine.ts';
import type { Turn } from '../../parts/turn.ts';
import { CloudServer, FloatingIp, Nothing, Port } from '../cloud/cloud-shapes.ts';
import { listOwn } from '../cloud/list-own.ts';
import { findServer, listServers, serverIdIn } from './list-servers.ts';
import { belongingOf, cloudName, descriptionOf, marksIn, type Marks } from './machine-marks.rules.ts';
import type { OpenstackDeps } from '../openstack-deps.ts';
import { z } from 'zod';

/** A machine with its port and address, as found. */
export interface Sight {
  readonly server: CloudServer | null;
  readonly port: Port | null;
  readonly floatingIp: FloatingIp | null;
}

/**
 * What the cloud has for a server. Names are not unique in nova: of several machines, the one with the port counts. A machine that nova no
 * longer lists is requested by its own id, which its port has, or by `novaId`: it may have been deleted and still exist.
 * @throws EngineError timeout (it is there, and nova tells nothing of it)
 */
export async function look(
  deps: OpenstackDeps,
  { signal }: Pick<Turn, 'signal'>,
  serverId: string,
  { novaId = null }: { readonly novaId?: string | null } = {},
): Promise<Sight> {
  const { layout } = deps;
  const description = belongingOf(layout.owner, serverId);
  const [servers, ports, floatingIps] = await Promise.all([
    listServersOf(deps, serverId, signal),
    listOwn(deps, { kind: 'ports', shape: Port, query: { name: cloudName(serverId) }, whole: true }, signal),
    layout.floatingNetwork === null
      ? []
      : listOwn(deps, { kind: 'floatingips', shape: FloatingIp, query: { description }, whole: true }, signal),
  ]);
  const port = ports.find((one) => isOf(deps, serverId, one)) ?? null;
  const listed = servers.find(({ id }) => id === port?.device_id) ?? servers[0] ?? null;
  const found = listed ?? (await findUnlisted(deps, { serverId, novaId: port?.device_id || novaId }, signal));
  const server = found === null ? null : await withFault(deps, found, signal);
  const twins = servers.filter((one) => one !== found);
  if (twins.length > 0 && server !== null) await removeTwins(deps, { serverId, server, twins }, signal);
  return { server, port, floatingIp: floatingIps[0] ?? null };
}

function isOf({ layout }: OpenstackDeps, serverId: string, { description }: { description: string }): boolean {
  return description.split(' ')[0] === belongingOf(layout.owner, serverId);
}

/** The machines with a server's mark, the oldest first. */
async function listServersOf(deps: OpenstackDeps, serverId: string, signal: AbortSignal): Promise<CloudServer[]> {
  // Nova treats a name as a pattern.
  const { servers, unread } = await listServers(deps, `?name=${encodeURIComponent(`^${cloudName(serverId)}$`)}`, signal);
  if (unread.some((one) => serverIdIn(one, deps.layout) === serverId)) throw untold(serverId);
  return servers
    .filter((one) => serverIdIn(one, deps.layout) === serverId)
    .toSorted((a, b) => a.created.localeCompare(b.created) || a.id.localeCompare(b.id));
}

/** A deleted machine that nova keeps for a while, or one in a cell that nova cannot reach: both are in no list. */
async function findUnlisted(
  deps: OpenstackDeps,
  { serverId, novaId }: { serverId: string; novaId: string | null },
  signal: AbortSignal,
): Promise<CloudServer | null> {
  if (novaId === null) return null;
  const seen = await findServer(deps, novaId, signal);
  if (seen === null) return null;
  if (seen.read === null) throw untold(serverId);
  return serverIdIn(seen.read, deps.layout) === serverId ? seen.read : null;
}

function untold(serverId: string): EngineError {
  return new EngineError('timeout', `Nova has the machine of ${serverId}, and does not say how it is.`);
}

/** A request whose answer was lost can create a machine late, after another was made: it has no port, and never ran. */
async function removeTwins(
  { client, log }: OpenstackDeps,
  { serverId, server, twins }: { serverId: string; server: CloudServer; twins: readonly CloudServer[] },
  signal: AbortSignal,
): Promise<void> {
  for (const { id, status, 'OS-SRV-USG:launched_at': launchedAt } of twins) {
    // A machine that runs, or ran before it failed, may belong to someone.
    if (status !== 'ERROR' || (launchedAt ?? null) !== null) continue;
    log.warn({ serverId, kept: server.id, removed: id }, 'a second machine of a server, which failed, is removed');
    await client.remove('compute', `/servers/${id}`, signal);
  }
}

const One = z.object({ server: CloudServer });

/** Lists do not say why nova found no host for a failed machine: only a request for that machine does. */
export async function withFault({ client }: Pick<OpenstackDeps, 'client'>, server: CloudServer, signal: AbortSignal): Promise<CloudServer> {
  if (server.status !== 'ERROR' || server.fault !== undefined) return server;
  return (await client.find('compute', `/servers/${server.id}`, One, signal))?.server ?? server;
}

/** Changes a machine's marks; undefined removes one. */
export async function mark(
  { client }: OpenstackDeps,
  { signal }: Pick<Turn, 'signal'>,
  server: CloudServer,
  changes: { readonly [K in keyof Marks]: Marks[K] | undefined },
): Promise<CloudServer> {
  const next: Record<string, string | undefined> = { ...marksIn(server), ...changes };
  const description = descriptionOf(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)));
  await client.change('compute', { method: 'PUT', path: `/servers/${server.id}`, body: { server: { description } } }, Nothing, signal);
  return { ...server, description };
}

/** Asks nova for an action on a machine. */
export async function act(
  { client }: OpenstackDeps,
  { signal }: Pick<Turn, 'signal'>,
  server: Pick<CloudServer, 'id'>,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  await client.change('compute', { method: 'POST', path: `/servers/${server.id}/action`, body }, Nothing, signal);
}

/** @throws EngineError timeout (its host does not answer) */
export function requireReachable({ host_status: status }: CloudServer, serverId: string): void {
  if (isSilent(status)) throw new EngineError('timeout', `The host of ${serverId} does not answer.`);
}

/** Nova calls a host UNKNOWN if its service has not reported recently, and DOWN if someone has declared it so. */
export function isSilent(status: string | null | undefined): boolean {
  return status === 'UNKNOWN' || status === 'DOWN';
}
