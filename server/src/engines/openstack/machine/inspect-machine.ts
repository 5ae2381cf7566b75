import type { MachineAsFound } from '../../engine.ts';
import type { Turn } from '../../parts/turn.ts';
import { Group } from '../cloud/cloud-shapes.ts';
import type { ListGivenGpus } from '../capacity/given-gpus.ts';
import { rulesIn } from './group.rules.ts';
import { lastBootAt } from './last-boot.ts';
import { look, requireReachable, type Sight } from './look.ts';
import { addressesOf, neverRan, observedOf } from './observed.rules.ts';
import type { OpenstackDeps } from '../openstack-deps.ts';
import { soldIn } from './sold-tags.rules.ts';
import { z } from 'zod';

/**
 * A machine with everything that the cloud knows about it; null if none is ours. Its GPUs are those that nova gave it or, if placement does
 * not tell, those that were sold.
 */
export async function inspectMachine(
  deps: OpenstackDeps & { readonly givenGpus: ListGivenGpus },
  turn: Turn,
  serverId: string,
): Promise<MachineAsFound | null> {
  const sight = await look(deps, turn, serverId);
  const { server, port } = sight;
  if (server === null) return null;
  requireReachable(server, serverId);
  const machine = observedOf(serverId, server, sight);
  const sold = soldIn(port?.tags ?? []);
  const [groups, bootedAt, given] = await Promise.all([
    groupsOf(deps, turn, sight),
    neverRan(server) ? null : lastBootAt(deps, turn, server),
    deps.givenGpus([server], turn.signal),
  ]);
  const wasSold = sold !== null && sold.hostName === machine.hostName ? sold.gpus : [];
  return {
    machine,
    record: sold?.record ?? null,
    gpus: given.get(server.id)?.map((device, n) => ({ slot: wasSold[n]?.slot ?? n, device })) ?? wasSold,
    ...(machine.power === 'hibernated' ? { ipv4: null, ipv6: null } : addressesOf(sight)),
    firewall: groups.flatMap(({ security_group_rules }) => rulesIn(security_group_rules)),
    forwards: null,
    bootedAt,
  };
}

const One = z.object({ security_group: Group });

async function groupsOf({ client }: OpenstackDeps, { signal }: Turn, { port }: Sight): Promise<Group[]> {
  const ids = port?.security_groups ?? [];
  return Promise.all(ids.map(async (id) => (await client.read('network', `/v2.0/security-groups/${id}`, One, signal)).security_group));
}
