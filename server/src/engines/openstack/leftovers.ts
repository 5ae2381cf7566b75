import { z } from 'zod';
import { EngineError, type Leftover } from '../engine.ts';
import type { Turn } from '../parts/turn.ts';
import { CloudError, CloudUnreachable } from './cloud/cloud-errors.ts';
import { FloatingIp, Group, Port, Volume } from './cloud/cloud-shapes.ts';
import { listOwn } from './cloud/list-own.ts';
import { listServers, listSoftDeleted, serverIdIn } from './machine/list-servers.ts';
import { look } from './machine/look.ts';
import { keyName, keyPrefix, OWNER, SERVER, serverIdOfBelonging } from './machine/machine-marks.rules.ts';
import { mayHaveVolumes } from './machine-disks.rules.ts';
import type { OpenstackDeps } from './openstack-deps.ts';
import { listShelvedImages, removeShelvedImages } from './machine/shelved-images.ts';

const Key = z.object({ keypair: z.object({ name: z.string() }) });

/**
 * Addresses, ports, rules, disks, keys and images of hibernated machines, without a machine. One list of each kind, however many machines
 * there are.
 */
export async function listLeftovers(deps: OpenstackDeps, { signal }: Pick<Turn, 'signal'>): Promise<readonly Leftover[]> {
  const { client, layout } = deps;
  const [addresses, ports, groups, volumes, keys] = await Promise.all([
    layout.floatingNetwork === null ? [] : listOwn(deps, { kind: 'floatingips', shape: FloatingIp }, signal),
    listOwn(deps, { kind: 'ports', shape: Port }, signal),
    listOwn(deps, { kind: 'security_groups', shape: Group }, signal),
    listVolumes(deps, signal),
    client.list('compute', '/os-keypairs', { key: 'keypairs', shape: Key }, signal),
  ]);
  // After the others: while the whole cloud is down, glance is not asked in vain, so its circuit is not open once it is back.
  const images = await listShelvedImages(deps, {}, signal);
  const ours = (kind: Leftover['kind'], found: readonly { id: string; description: string }[]) =>
    found.flatMap((one) => {
      const serverId = serverIdOfBelonging(layout.owner, one);
      return serverId === null ? [] : [{ kind, name: one.id, serverId, hostName: null }];
    });
  const found: Leftover[] = [
    ...ours('address', addresses),
    ...ours('port', ports),
    ...ours('rules', groups),
    ...volumes.flatMap(({ id, metadata, status }) => {
      // A disk that is already being deleted need not be removed.
      const serverId = metadata[OWNER] === layout.owner && status !== 'deleting' ? metadata[SERVER] : undefined;
      return serverId === undefined ? [] : [{ kind: 'disk' as const, name: id, serverId, hostName: null }];
    }),
    ...keys.flatMap(({ keypair: { name } }) =>
      name.startsWith(keyPrefix(layout.owner))
        ? [{ kind: 'key' as const, name, serverId: name.slice(keyPrefix(layout.owner).length).replace('-', '_'), hostName: null }]
        : [],
    ),
  ];
  // In this order: if a machine was made after its port was seen, it is in this list.
  const [{ servers, unread }, kept] = await Promise.all([listServers(deps, '', signal), listSoftDeleted(deps, signal)]);
  const machines = [...servers, ...unread, ...kept];
  // Another Boreal in this project may have a machine with the same server id.
  const there = new Set(machines.map(({ id }) => id));
  const served = new Set([
    ...machines.flatMap((one) => serverIdIn(one, layout) ?? []),
    // An unreadable machine need not say whose it is.
    ...ports.flatMap((port) => (there.has(port.device_id) ? (serverIdOfBelonging(layout.owner, port) ?? []) : [])),
  ]);
  const shelved = images.flatMap(({ id, serverId, machineId }) =>
    there.has(machineId) ? [] : [{ kind: 'image' as const, name: id, serverId, hostName: null }],
  );
  return [...found, ...shelved].filter(({ serverId }) => !served.has(serverId));
}

export async function removeLeftover(deps: OpenstackDeps, turn: Turn, { kind, name, serverId }: Leftover): Promise<void> {
  const { client } = deps;
  const { server } = await look(deps, turn, serverId);
  if (server) throw new EngineError('unknown', `There is a machine of ${serverId}: ${name} is no leftover.`);
  if (kind === 'image') return removeShelvedImages(deps, serverId, turn.signal);
  const paths = {
    address: ['network', `/v2.0/floatingips/${name}`, 'floatingip'],
    port: ['network', `/v2.0/ports/${name}`, 'port'],
    rules: ['network', `/v2.0/security-groups/${name}`, 'security_group'],
    disk: ['volume', `/volumes/${name}`, 'volume'],
    key: ['compute', `/os-keypairs/${name}`, 'keypair'],
  } as const;
  const [service, path, key] = paths[kind];
  const found = await client.find(service, path, z.looseObject({ [key]: Marked }), turn.signal);
  if (found === null || Marked.parse(found[key]).status === 'deleting') return;
  if (!isOf(deps, serverId, Marked.parse(found[key]))) throw new EngineError('unknown', `${name} is not of ${serverId}.`);
  await client.remove(service, path, turn.signal);
}

/** Includes volumes from when disks were volumes: then a cinder that does not answer hides nothing else. */
async function listVolumes({ client, layout }: OpenstackDeps, signal: AbortSignal): Promise<Volume[]> {
  if ((await client.session(signal)).endpoint('volume') === null) return [];
  const volumes = client.list('volume', '/volumes/detail', { key: 'volumes', shape: Volume }, signal);
  if (mayHaveVolumes(layout)) return volumes;
  return volumes.catch((error: unknown) => {
    signal.throwIfAborted();
    if (error instanceof CloudError || error instanceof CloudUnreachable) return [];
    throw error;
  });
}

const Marked = z.object({
  name: z.string().nullish(),
  description: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  status: z.string().nullish(),
});

function isOf({ layout }: OpenstackDeps, serverId: string, { name, description, metadata }: z.output<typeof Marked>): boolean {
  if (serverIdOfBelonging(layout.owner, { description: description ?? '' }) === serverId) return true;
  if (metadata?.[OWNER] === layout.owner && metadata[SERVER] === serverId) return true;
  return name === keyName(layout.owner, serverId);
}
