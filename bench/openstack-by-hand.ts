import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { lab as furniture } from '../dev/openstack/furnish.ts';
import type { CloudClient } from '../server/src/engines/openstack/cloud/cloud-client.ts';
import { proxyProbe } from '../server/src/engines/parts/ssh-probe.ts';
import { userData } from '../server/src/engines/parts/user-data.rules.ts';

/** A machine as made by someone who knows the API: rules, port, machine and address, and nothing unnecessary. */
export interface ByHand {
  /** Milliseconds until nova reports it ACTIVE, by nova's own timestamps. */
  make(name: string, zone: string): Promise<{ readonly ids: readonly string[]; readonly ipv4: string; readonly activeMs: number }>;
  /** Makes this many with one request, without addresses; milliseconds until nova reports each ACTIVE. All are removed again. */
  makeMany(name: string, of: { readonly count: number; readonly zone: string }): Promise<readonly number[]>;
  /** Waits until its SSH port answers. */
  greets(ipv4: string): Promise<void>;
  remove(made: { readonly ids: readonly string[] }): Promise<void>;
}

const LOOK_EVERY_MS = 500;
const FIRST_TRY_MS = 400;
const FLAVOR = 'lab.nano';
const Named = z.object({ id: z.string(), name: z.string() });
const Launched = z.object({ status: z.string(), 'OS-SRV-USG:launched_at': z.string().nullable() });

/** `mark`: the prefix of all names. Once `signal` aborts, nothing more is made. */
export async function openByHand(
  client: CloudClient,
  of: { publicKey: string; probeProxy: string; mark: string },
  signal: AbortSignal,
): Promise<ByHand> {
  const nameOf = (what: string) => `${of.mark}-${what}`;
  const idOf = async (service: 'compute' | 'network' | 'image', path: string, key: string, name: string) => {
    const found = (await client.list(service, path, { key, shape: Named }, signal)).find((one) => one.name === name);
    if (!found) throw new Error(`the cloud has no ${name} in ${path}`);
    return found.id;
  };
  const image = await idOf('image', '/v2/images', 'images', furniture.image);
  const flavor = await idOf('compute', '/flavors', 'flavors', FLAVOR);
  const network = await idOf('network', '/v2.0/networks', 'networks', furniture.networks.demo);
  const external = await idOf('network', '/v2.0/networks', 'networks', furniture.externalNetwork);
  const probe = proxyProbe(of.probeProxy);

  async function post<T>(service: 'compute' | 'network', path: string, body: unknown, shape: z.ZodType<T>): Promise<T> {
    return client.change(service, { method: 'POST', path, body }, shape, signal);
  }
  const Made = <K extends string>(key: K) => z.object({ [key]: z.object({ id: z.string() }) });
  const idIn = (answer: Readonly<Record<string, { id: string }>>) => Object.values(answer)[0]?.id ?? '';

  async function launched(id: string): Promise<Date> {
    for (;;) {
      const { server } = await client.read('compute', `/servers/${id}`, z.object({ server: Launched }), signal);
      const at = server['OS-SRV-USG:launched_at'];
      if (server.status === 'ACTIVE' && at !== null) return novaTime(at);
      if (server.status === 'ERROR') throw new Error(`${id} failed`);
      await sleep(LOOK_EVERY_MS, undefined, { signal });
    }
  }

  async function gone(path: string): Promise<void> {
    await client.remove('compute', path, signal);
    while ((await client.find('compute', path, z.unknown(), signal)) !== null) await sleep(LOOK_EVERY_MS);
  }

  return {
    async make(what, zone) {
      const name = nameOf(what);
      const begin = Date.now();
      const group = idIn(await post('network', '/v2.0/security-groups', { security_group: { name } }, Made('security_group')));
      const rule = { security_group_id: group, direction: 'ingress', protocol: 'tcp', port_range_min: 22, port_range_max: 22 };
      await post('network', '/v2.0/security-group-rules', { security_group_rule: rule }, z.unknown());
      const port = idIn(
        await post('network', '/v2.0/ports', { port: { name, network_id: network, security_groups: [group] } }, Made('port')),
      );
      const server = {
        name,
        imageRef: image,
        flavorRef: flavor,
        networks: [{ port }],
        availability_zone: zone,
        user_data: Buffer.from(userData({ username: 'root', publicKey: of.publicKey }, null)).toString('base64'),
      };
      const Address = z.object({ floatingip: z.object({ id: z.string(), floating_ip_address: z.string() }) });
      const [made, { floatingip }] = await Promise.all([
        post('compute', '/servers', { server }, Made('server')),
        post('network', '/v2.0/floatingips', { floatingip: { floating_network_id: external, port_id: port, description: name } }, Address),
      ]);
      const at = await launched(idIn(made));
      const ids = [`/servers/${idIn(made)}`, `/v2.0/floatingips/${floatingip.id}`, `/v2.0/ports/${port}`, `/v2.0/security-groups/${group}`];
      return { ids, ipv4: floatingip.floating_ip_address, activeMs: at.getTime() - begin };
    },
    async makeMany(what, { count, zone }) {
      const name = nameOf(what);
      const begin = Date.now();
      const server = {
        name,
        imageRef: image,
        flavorRef: flavor,
        networks: [{ uuid: network }],
        availability_zone: zone,
        min_count: count,
        max_count: count,
      };
      await post('compute', '/servers', { server }, z.unknown());
      const named = (await client.list('compute', `/servers?name=^${name}`, { key: 'servers', shape: Named }, signal)).map(({ id }) => id);
      const times: number[] = [];
      for (const id of named) times.push((await launched(id)).getTime() - begin);
      for (const id of named) await gone(`/servers/${id}`);
      return times;
    },
    async greets(ipv4) {
      while (!(await probe({ ipv4, hostName: '' }, { limitMs: FIRST_TRY_MS, signal }))) await sleep(20, undefined, { signal });
    },
    async remove({ ids }) {
      const [server = '', ...rest] = ids;
      await gone(server);
      for (const path of rest) await client.remove('network', path, signal);
    },
  };
}

/** Nova writes times in UTC, without saying so. */
export function novaTime(at: string): Date {
  return new Date(at.endsWith('Z') ? at : `${at}Z`);
}
