import { z } from 'zod';
import type { EngineHost, MachineType } from '../engine.ts';
import type { IncusClient } from './incus-client.ts';
import { Network, Server } from './incus-shapes.ts';
import { isGpuDevice, type Layout } from './machine-config.rules.ts';

/** What the shop is set up to sell, as far as the engine must have it. */
export interface Wanted {
  readonly images: readonly { readonly id: string; readonly engineName: string }[];
  readonly machineTypes: readonly MachineType[];
  readonly hosts: readonly { readonly name: string; readonly devices: readonly string[] }[];
}

/** Kinds of Incus' API without which something of the port cannot be done. */
const EXTENSIONS = ['instance_create_start', 'network_acl', 'network_bridge_acl', 'metrics', 'instance_state_started_at'] as const;
const Trust = z.object({ auth: z.string() });
const Alias = z.object({ name: z.string(), type: z.string() });

/**
 * Everything that keeps machines from being made, as sentences that say what to do; empty when all is there. It changes
 * nothing. @throws IncusUnreachable · IncusError
 */
export async function missingInIncus(
  parts: { client: IncusClient; layout: Layout; hosts: () => Promise<readonly EngineHost[]> },
  wanted: Wanted,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { client, layout } = parts;
  // To whom it does not trust, Incus says little more than that.
  const { value: trust } = await client.read('/1.0', Trust, signal);
  if (trust.auth !== 'trusted') {
    return ['Incus does not trust our certificate. Add it there: incus config trust add-certificate FILE'];
  }
  const { value: server } = await client.read('/1.0', Server, signal);
  const old = EXTENSIONS.filter((extension) => !server.api_extensions.includes(extension));
  const found = await Promise.all([
    old.length === 0 ? [] : [`Incus ${server.environment.server_version} is too old: it lacks ${old.join(', ')}. Take 6.0.4 or later.`],
    missingPools(client, layout, signal),
    missingNetwork(client, layout, signal),
    missingImages(client, wanted, signal),
    missingHosts(await parts.hosts(), wanted),
  ]);
  return found.flat();
}

async function missingPools(client: IncusClient, layout: Layout, signal: AbortSignal): Promise<string[]> {
  const missing: string[] = [];
  for (const pool of new Set([layout.storagePool, layout.workPool, layout.backupPool])) {
    if (await client.find(`/1.0/storage-pools/${encodeURIComponent(pool)}`, z.object({}), signal)) continue;
    missing.push(`There is no storage pool ${pool}. Make it: incus storage create ${pool} zfs source=DISK`);
  }
  if (layout.backupPool === layout.storagePool) {
    missing.push(
      `Backups would lie in the pool of the machines, ${layout.storagePool}, and be lost with it. Name another in INCUS_BACKUP_POOL.`,
    );
  }
  return missing;
}

async function missingNetwork(client: IncusClient, layout: Layout, signal: AbortSignal): Promise<string[]> {
  const network = await client.find(`/1.0/networks/${encodeURIComponent(layout.network)}`, Network, signal);
  if (!network)
    return [`There is no network ${layout.network}. Make it: incus network create ${layout.network} ipv4.address=… (INCUS_NETWORK)`];
  const { managed, type, status } = network.value;
  if (!managed || (type !== 'bridge' && type !== 'ovn')) {
    return [`The network ${layout.network} is not a bridge or OVN that Incus manages, so machines on it would have no firewall.`];
  }
  if (status !== 'Unavailable') return [];
  return [`Incus could not start the network ${layout.network}, and tries again each minute. Its log says why: journalctl -u incus`];
}

async function missingImages(client: IncusClient, wanted: Wanted, signal: AbortSignal): Promise<string[]> {
  const { value: aliases } = await client.read('/1.0/images/aliases?recursion=1', z.array(Alias), signal);
  const there = new Set(aliases.map((alias) => `${alias.type} ${alias.name}`));
  return wanted.images.flatMap(({ id, engineName }) =>
    wanted.machineTypes
      .map((type) => (type === 'vm' ? 'virtual-machine' : type))
      .filter((type) => !there.has(`${type} ${engineName}`))
      .map(
        (type) =>
          `The image ${id} needs an image of type ${type} with the alias ${engineName} in Incus: incus image copy SOURCE local: --alias ${engineName}`,
      ),
  );
}

function missingHosts(hosts: readonly EngineHost[], wanted: Wanted): string[] {
  return wanted.hosts.flatMap(({ name, devices }) => {
    const host = hosts.find((each) => each.name === name);
    if (!host) return [`Incus has no host ${name}. It has: ${hosts.map((each) => each.name).join(', ')}.`];
    if (!host.reachable) return [`The host ${name} does not answer.`];
    const present = new Set(host.gpus.map((gpu) => gpu.device));
    return devices
      .filter((device) => !present.has(device.split('/')[0] ?? '') && !isModel(device))
      .map((device) => `The host ${name} has no card ${device}${isGpuDevice(device) ? '' : ', which is no PCI address either'}.`);
  });
}

/** Cards named by vendor and product are found when a machine starts. */
function isModel(device: string): boolean {
  return /^[0-9a-f]{4}:[0-9a-f]{4}$/i.test(device);
}
