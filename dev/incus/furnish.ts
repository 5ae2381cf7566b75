import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { IncusClient } from '../../server/src/engines/incus/client/incus-client.ts';

/** What the engine is told about a lab, and tests rely on. */
export const lab = {
  storagePool: 'default',
  backupPool: 'backups',
  network: 'guests',
  image: 'boreal-guest',
  username: 'guest',
  /** The network's own addresses, which are the guests' gateways. */
  gatewayV4: '10.77.0.1/22',
  gatewayV6: 'fd42:77::1/64',
  addressesV4: '10.77.0.16-10.77.3.250',
  addressesV6: 'fd42:77::1000-fd42:77::2000',
} as const;

/** For `host limit`: plans are made for larger hosts, and what is tried here fills none. */
export const OVERCOMMITTED = ['core', 'memory', 'disk'].flatMap((what) => [`--${what}-factor`, '1000', `--${what}-reserve`, '0']);

const WAIT_MS = 60_000;
const None = z.object({});

/** Gives a bare Incus what an operator would: a storage pool, another for backups, a network, and the guest's image. */
export async function furnish(client: IncusClient, options: { cache: string; members?: readonly string[] }): Promise<void> {
  const signal = AbortSignal.timeout(2 * WAIT_MS);
  const missing = async (path: string) => (await client.find(path, None, signal)) === null;
  const post = (path: string, body: unknown) => client.change({ method: 'POST', path, body }, { ms: WAIT_MS, signal });
  // In a cluster each member first gets its part, then all of them together the rest.
  const make = async (
    path: string,
    body: { readonly name: string; readonly driver?: string; readonly type?: string; readonly config?: object },
    ofMember: object = {},
  ) => {
    const { config: _config, ...rest } = body;
    for (const member of options.members ?? []) await post(`${path}?target=${member}`, { ...rest, config: ofMember });
    await post(path, options.members ? { ...body, config: without(body.config ?? {}, ofMember) } : body);
  };

  for (const name of [lab.storagePool, lab.backupPool]) {
    if (!(await missing(`/1.0/storage-pools/${name}`))) continue;
    // Sparse files as disks need no room before they are written. btrfs keeps its quotas; without it disks have no limit.
    await make('/1.0/storage-pools', { name, driver: 'btrfs', config: { size: '16GiB' } }, { size: '16GiB' }).catch(() =>
      make('/1.0/storage-pools', { name, driver: 'dir' }),
    );
  }
  if (await missing(`/1.0/networks/${lab.network}`)) {
    await make('/1.0/networks', {
      name: lab.network,
      type: 'bridge',
      config: {
        'ipv4.address': lab.gatewayV4,
        'ipv4.nat': 'false',
        'ipv6.address': lab.gatewayV6,
        'ipv6.nat': 'false',
        'ipv6.dhcp.stateful': 'true',
        // No guest learns of the others.
        'dns.mode': 'none',
        'raw.dnsmasq': 'dhcp-ignore-names\nno-hosts',
        // Only the addresses that Boreal assigns are leased; these two belong to nobody.
        'ipv4.dhcp.ranges': '10.77.3.253-10.77.3.254',
        'ipv6.dhcp.ranges': 'fd42:77::fffe-fd42:77::ffff',
      },
    });
  }
  if (await missing(`/1.0/images/aliases/${lab.image}`)) await addImage(client, options.cache, signal);
}

/** The network hides its guests behind the host's address, as that of a box with one public address does. */
export async function furnishNat(client: IncusClient): Promise<void> {
  const path = `/1.0/networks/${lab.network}`;
  await client.change(
    { method: 'PATCH', path, body: { config: { 'ipv4.nat': 'true' } } },
    { ms: WAIT_MS, signal: AbortSignal.timeout(WAIT_MS) },
  );
}

function without(config: object, other: object): object {
  return Object.fromEntries(Object.entries(config).filter(([key]) => !(key in other)));
}

const Uploaded = z.object({ fingerprint: z.string() });

async function addImage(client: IncusClient, cache: string, signal: AbortSignal): Promise<void> {
  const form = new FormData();
  for (const [field, file] of [
    ['metadata', 'meta.tar'],
    ['rootfs', 'root.tar'],
  ] as const) {
    form.append(field, new Blob([new Uint8Array(await readFile(join(cache, file)))]), file);
  }
  const request = new Request('http://incus/', { method: 'POST', body: form });
  const operation = await client.send({
    method: 'POST',
    path: '/1.0/images',
    body: new Uint8Array(await request.arrayBuffer()),
    headers: { 'Content-Type': request.headers.get('content-type') ?? '' },
    limitMs: WAIT_MS,
    signal,
  });
  if (operation === null) throw new Error('the image was not taken');
  await client.wait(operation.id, { ms: WAIT_MS, signal });
  const { value } = await client.read(`/1.0/operations/${operation.id}`, z.object({ metadata: Uploaded }), signal);
  await client.change(
    { method: 'POST', path: '/1.0/images/aliases', body: { name: lab.image, type: 'container', target: value.metadata.fingerprint } },
    { ms: WAIT_MS, signal },
  );
}
