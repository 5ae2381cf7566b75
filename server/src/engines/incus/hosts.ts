import { z } from 'zod';
import { SECOND_MS } from '../../kit/clock.ts';
import type { EngineHost } from '../engine-hosts.ts';
import type { Turn } from '../parts/turn.ts';
import { readFound } from './found.ts';
import { gpusOf } from './rules/hosts.rules.ts';
import { IncusError, IncusUnreachable } from './client/incus-errors.ts';
import { toEngineSilent } from './client/incus-silence.ts';
import { Group, Member, Resources, Trust } from './client/incus-shapes.ts';
import type { IncusDeps } from './incus-deps.ts';

/** How long a member may take to list its hardware: one that has just gone must not delay the others' listing. */
const MEMBER_MS = 5 * SECOND_MS;
/** The same for its storage, which may hang while all else works. Together less than a caller waits. */
const FOUND_MS = 3 * SECOND_MS;

/** The cluster's members, and its groups as `@name`, within which Incus chooses; without a cluster, Incus' own machine. */
export async function listHosts(deps: IncusDeps, turn: Turn): Promise<readonly EngineHost[]> {
  const { clustered, serverName } = await deps.topology(turn.signal);
  if (!clustered) return [await hostOf(deps, turn, { name: serverName, online: true, target: '' })];
  const { value: members } = await deps.client.read('/1.0/cluster/members?recursion=1', z.array(Member), turn.signal);
  const { value: groups } = await deps.client.read('/1.0/cluster/groups?recursion=1', z.array(Group), turn.signal);
  const hosts = await Promise.all(
    members.map(({ server_name, status }) =>
      hostOf(deps, turn, {
        name: server_name,
        online: status !== 'Offline',
        target: `?target=${encodeURIComponent(server_name)}`,
      }).then((host): EngineHost => (status === 'Evacuated' ? { ...host, withheld: 'closed' } : host)),
    ),
  );
  return [...hosts, ...groups.map((group) => hostOfGroup(group, hosts))];
}

/** A group accepts machines as long as one of its members does. */
function hostOfGroup({ name, members }: z.output<typeof Group>, hosts: readonly EngineHost[]): EngineHost {
  const reachable = hosts.filter((host) => host.reachable && members.includes(host.name));
  const isClosed = reachable.length > 0 && reachable.every(({ withheld }) => withheld === 'closed');
  return { name: `@${name}`, reachable: reachable.length > 0, ...(isClosed && { withheld: 'closed' }), gpus: [], found: null };
}

async function hostOf(deps: IncusDeps, turn: Turn, of: { name: string; online: boolean; target: string }): Promise<EngineHost> {
  if (!of.online) return { name: of.name, reachable: false, gpus: [], found: null };
  const signal = AbortSignal.any([turn.signal, AbortSignal.timeout(MEMBER_MS)]);
  try {
    const { value } = await deps.client.read(`/1.0/resources${of.target}`, Resources, signal);
    return { name: of.name, reachable: true, gpus: gpusOf(value.gpu.cards ?? []), found: await foundIfTold(deps, turn, of, value) };
  } catch (error) {
    turn.signal.throwIfAborted();
    if (of.target === '') return knownByName(deps, turn, { name: of.name, error, slow: signal.aborted });
    // A member that has just gone, as opposed to an Incus that does not answer at all.
    if (!(error instanceof IncusError || error instanceof IncusUnreachable || signal.aborted)) throw error;
    return { name: of.name, reachable: false, gpus: [], found: null };
  }
}

/** A member's hardware keeps its last known values while its storage, or the member that stores its backups, does not answer. */
async function foundIfTold(
  deps: IncusDeps,
  turn: Turn,
  of: { name: string; target: string },
  resources: z.output<typeof Resources>,
): Promise<EngineHost['found']> {
  const signal = AbortSignal.any([turn.signal, AbortSignal.timeout(FOUND_MS)]);
  try {
    return await readFound(deps, { ...turn, signal }, of, resources);
  } catch (error) {
    turn.signal.throwIfAborted();
    if (!(error instanceof IncusError || error instanceof IncusUnreachable || signal.aborted)) throw error;
    deps.log.warn({ err: error, host: of.name }, 'Incus does not tell how much storage a host has');
    return null;
  }
}

/** An Incus that cannot list its hardware, or not in time, still counts as there if it answers at all, and its machines run. */
async function knownByName(deps: IncusDeps, turn: Turn, of: { name: string; error: unknown; slow: boolean }): Promise<EngineHost> {
  if (of.slow) await deps.client.read('/1.0', Trust, turn.signal);
  else if (!(of.error instanceof IncusError) || toEngineSilent(of.error) !== null) throw of.error;
  deps.log.warn({ err: of.error }, 'Incus does not list the hardware of its machine');
  return { name: of.name, reachable: true, gpus: [], found: null };
}
