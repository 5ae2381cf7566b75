import { z } from 'zod';
import { createCloudClient, type CloudClient } from '../../server/src/engines/openstack/cloud/cloud-client.ts';
import { cloudSettings } from '../../server/src/engines/openstack/cloud/cloud-settings.rules.ts';
import { SERVER } from '../../server/src/engines/openstack/machine/machine-marks.rules.ts';
import { systemClock } from '../../server/src/kit/clock.ts';
import type { Environment } from './boreal-process.ts';

/** Somebody who signs in to an OpenStack with a password. */
export interface CloudPerson {
  readonly name: string;
  readonly password: string;
  readonly project: string;
  readonly domain: string;
}

/** An OpenStack seen by who has its two projects, beside Boreal. */
export interface OpenstackProjects {
  /** The id of a person's own network of that name; an administrator sees everybody's. */
  networkOf(who: 'theirs' | 'ours', name: string): Promise<string>;
  left(serverIds: readonly string[]): Promise<readonly string[]>;
  gpusOf(serverId: string): Promise<readonly string[]>;
  /** Ids in nova. */
  machinesOf(serverId: string): Promise<readonly string[]>;
  /** Removes who drives the cloud, of any Boreal: the record outlives it, and a project may have few security groups. */
  removeRecords(): Promise<void>;
  /** Whether nova's scheduler may put machines on a compute host. */
  offer(host: string, isOffered: boolean): Promise<void>;
  close(): void;
}

const { signal } = new AbortController();
/** Whatever a machine may have, in nova and beside it; each with our id of its server somewhere in it. */
const KINDS = [
  ['compute', '/servers/detail', 'servers'],
  ['compute', '/os-keypairs', 'keypairs'],
  ['network', '/v2.0/ports', 'ports'],
  ['network', '/v2.0/floatingips', 'floatingips'],
  ['network', '/v2.0/security-groups', 'security_groups'],
  ['volume', '/volumes/detail', 'volumes'],
  ['volume', '/snapshots/detail', 'snapshots'],
  ['image', '/v2/images?limit=100', 'images'],
] as const;
const Anything = z.looseObject({ name: z.string().nullish() });
const Machine = z.object({ id: z.string(), metadata: z.record(z.string(), z.string()) });
const Provider = z.object({ uuid: z.string(), name: z.string() });
const Allocations = z.object({ allocations: z.record(z.string(), z.object({ resources: z.record(z.string(), z.number()) })) });

export function openProjects(authUrl: string, people: Readonly<Record<'theirs' | 'ours', CloudPerson>>): OpenstackProjects {
  const clock = systemClock();
  const signIn = (person: CloudPerson) => createCloudClient(cloudSettings(wordsOf(authUrl, person), null), { clock });
  const clients = { theirs: signIn(people.theirs), ours: signIn(people.ours) };
  const both = <T>(ask: (client: CloudClient) => Promise<readonly T[]>) =>
    Promise.all(Object.values(clients).map(ask)).then((found) => found.flat());

  return {
    async networkOf(who, name) {
      const { projectId } = await clients[who].session(signal);
      const Network = z.object({ id: z.string(), project_id: z.string() });
      const found = await clients[who].list('network', `/v2.0/networks?name=${name}`, { key: 'networks', shape: Network }, signal);
      return found.find(({ project_id }) => project_id === projectId)?.id ?? '';
    },
    async left(serverIds) {
      const names = serverIds.flatMap((id) => [id, id.replace('_', '-')]);
      const found = await both(async (client) => {
        const lists = await Promise.all(
          KINDS.map(async ([service, path, key]) =>
            (await client.list(service, path, { key, shape: Anything }, signal)).map((one) => ({
              key,
              text: key === 'images' ? diskOf(one) : JSON.stringify(one),
            })),
          ),
        );
        return lists.flat();
      });
      return [...new Set(found.flatMap(({ key, text }) => names.filter((name) => text.includes(name)).map((name) => `${key}: ${name}`)))];
    },
    async gpusOf(serverId) {
      const [machine] = await idsOf(clients.ours, serverId);
      if (machine === undefined) return [];
      const { allocations } = await clients.ours.read('placement', `/allocations/${machine}`, Allocations, signal);
      const providers = await clients.ours.list('placement', '/resource_providers', { key: 'resource_providers', shape: Provider }, signal);
      return Object.entries(allocations).flatMap(([uuid, { resources }]) => {
        const gpus = Object.entries(resources).flatMap(([key, count]) => (key.startsWith('CUSTOM_PCI_') ? Array(count).fill(null) : []));
        // Each is a provider of its own, under its host's: `gpu1_0000:17:00.0`.
        return gpus.map(() => providers.find((provider) => provider.uuid === uuid)?.name.split('_')[0] ?? uuid);
      });
    },
    machinesOf: (serverId) => both((client) => idsOf(client, serverId)),
    async removeRecords() {
      const Group = z.object({ id: z.string(), description: z.string() });
      for (const client of Object.values(clients)) {
        const found = await client.list('network', '/v2.0/security-groups', { key: 'security_groups', shape: Group }, signal);
        const records = found.filter(({ description }) => description.startsWith('Boreal: who drives these machines'));
        for (const { id } of records) await client.remove('network', `/v2.0/security-groups/${id}`, signal);
      }
    },
    async offer(host, isOffered) {
      const Service = z.object({ id: z.string(), host: z.string() });
      const path = '/os-services?binary=nova-compute';
      const services = await clients.ours.list('compute', path, { key: 'services', shape: Service }, signal);
      const service = services.find((one) => one.host === host);
      const body = { status: isOffered ? 'enabled' : 'disabled' };
      await clients.ours.change('compute', { method: 'PUT', path: `/os-services/${service?.id}`, body }, z.unknown(), signal);
    },
    close() {
      for (const client of Object.values(clients)) client.close();
    },
  };
}

/** Backups outlive their servers, and are named by their own ids: the image of a machine that hibernates ends as its server does. */
function diskOf({ name }: z.output<typeof Anything>): string {
  return name?.endsWith('-shelved') === true ? name : '';
}

async function idsOf(client: CloudClient, serverId: string): Promise<string[]> {
  const machines = await client.list('compute', '/servers/detail', { key: 'servers', shape: Machine }, signal);
  return machines.filter(({ metadata }) => metadata[SERVER] === serverId).map(({ id }) => id);
}

/** How a person signs in, in the words of clouds.yaml. */
export function wordsOf(authUrl: string, { name, password, project, domain }: CloudPerson) {
  return {
    auth_url: authUrl,
    username: name,
    password,
    project_name: project,
    user_domain_name: domain,
    project_domain_name: domain,
  };
}

/** The variables that sign an engine in. */
export function signInOf(engine: string, authUrl: string, person: CloudPerson): Environment {
  return Object.fromEntries(Object.entries(wordsOf(authUrl, person)).map(([word, value]) => [`${engine}_OS_${word.toUpperCase()}`, value]));
}
