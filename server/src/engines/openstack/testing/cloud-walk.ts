import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** Who walks, and through which cloud: the real one or the double. */
export interface Walked {
  /** With `/v3`. */
  readonly authUrl: string;
  readonly users: Readonly<
    Record<'admin' | 'demo', { readonly name: string; readonly password: string; readonly project: { readonly name: string } }>
  >;
  readonly image: string;
  readonly network: string;
  readonly externalNetwork: string;
  readonly flavor: string;
  readonly zone: string;
  /** All the GPUs of a host; the cloud has two. */
  readonly gpuFlavor: string;
  readonly gpuZone: string;
  readonly lookEveryMs: number;
  /** Where what is under way would be over before one has asked for the next. */
  readonly hold?: () => void;
  readonly goOn?: () => void;
}

/** What was asked and what came back: the status, and of the body what it is made of. */
export interface Step {
  readonly name: string;
  readonly status: number;
  readonly shape: Shape;
}

/** Paths into a body, such as `server.addresses.*[].addr`, with the types that were seen there. */
export type Shape = ReadonlyMap<string, ReadonlySet<string>>;

type Who = 'admin' | 'demo';
type Service = 'compute' | 'network' | 'image' | 'volumev3' | 'placement';
/** What both clouds have under these names. */
export const STANDARD = {
  network: 'priv',
  externalNetwork: 'public',
  flavor: 'lab.nano',
  zone: 'az1',
  gpuFlavor: 'lab.h100x8',
  gpuZone: 'gpu',
} as const;
const NOWHERE = '00000000-0000-0000-0000-000000000000';
const VERSIONS: Partial<Record<Service, string>> = { compute: 'compute 2.93', placement: 'placement 1.39', volumev3: 'volume 3.70' };
const WAIT_MS = 300_000;

/** The life of a machine and what goes wrong in it, as one walk; what it made is gone when it ends. */
export async function walkCloud(cloud: Walked): Promise<readonly Step[]> {
  const steps: Step[] = [];
  const sessions = { admin: await signIn(cloud, 'admin'), demo: await signIn(cloud, 'demo') };

  async function ask(who: Who, service: Service, what: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) {
    const [method = 'GET', path = ''] = what.split(' ');
    const { token, urls } = sessions[who];
    const version = VERSIONS[service];
    const answer = await fetch(`${urls[service]}${path}`, {
      method,
      headers: {
        'X-Auth-Token': token,
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(version && { 'OpenStack-API-Version': version }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: parsed(text), text };
  }

  /** One step that is written down. */
  async function step(name: string, who: Who, service: Service, what: string, body?: unknown, headers?: Readonly<Record<string, string>>) {
    const answer = await ask(who, service, what, body, headers);
    steps.push({ name, status: answer.status, shape: shapeOf(answer.body) });
    return answer;
  }
  const idIn = (answer: { readonly body: unknown; readonly text: string }, key: string) => {
    const found = z.record(z.string(), z.unknown()).parse(answer.body)[key];
    return z.object({ id: z.string() }, { error: () => answer.text }).parse(found).id;
  };
  async function named(who: Who, service: Service, path: string, key: string, name: string): Promise<string> {
    const { body } = await ask(who, service, `GET ${path}`);
    const all = z.array(z.object({ id: z.string(), name: z.string().nullish() })).parse(z.record(z.string(), z.unknown()).parse(body)[key]);
    const found = all.find((each) => each.name === name);
    assert.ok(found, `there is no ${name} in ${path}`);
    return found.id;
  }
  async function until(what: string, look: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + WAIT_MS;
    while (!(await look())) {
      assert.ok(performance.now() < end, `not within five minutes: ${what}`);
      await sleep(cloud.lookEveryMs);
    }
  }
  const Server = z.object({ server: z.object({ status: z.string(), 'OS-EXT-STS:task_state': z.string().nullable() }) });
  const rests = (id: string, status: string) =>
    until(`${id} is ${status}`, async () => {
      const { server } = Server.parse((await ask('demo', 'compute', `GET /servers/${id}`)).body);
      assert.ok(status === 'ERROR' || server.status !== 'ERROR', `${id} has failed`);
      return server.status === status && server['OS-EXT-STS:task_state'] === null;
    });
  const isGone = (who: Who, service: Service, path: string) =>
    until(`${path} is gone`, async () => (await ask(who, service, `GET ${path}`)).status === 404);

  const [network, external, image, flavor, gpuFlavor] = await Promise.all([
    named('demo', 'network', '/v2.0/networks', 'networks', cloud.network),
    named('demo', 'network', '/v2.0/networks', 'networks', cloud.externalNetwork),
    named('demo', 'image', '/v2/images', 'images', cloud.image),
    named('demo', 'compute', '/flavors', 'flavors', cloud.flavor),
    named('demo', 'compute', '/flavors', 'flavors', cloud.gpuFlavor),
  ]);

  // What the cloud is.
  for (const who of ['demo', 'admin'] as const) {
    for (const path of [
      '/flavors/detail',
      '/limits',
      '/os-availability-zone',
      '/os-availability-zone/detail',
      '/os-services',
      '/os-hypervisors/detail',
      '/os-aggregates',
      '/servers/detail?all_tenants=1',
    ]) {
      await step(`${who} reads ${path}`, who, 'compute', `GET ${path}`);
    }
    await step(`${who} reads resource providers`, who, 'placement', 'GET /resource_providers');
  }
  for (const path of ['/v2.0/networks', '/v2.0/subnets', '/v2.0/routers', '/v2.0/security-groups', '/v2.0/extensions'])
    await step(`demo reads ${path}`, 'demo', 'network', `GET ${path}`);
  await step('demo reads images', 'demo', 'image', 'GET /v2/images');
  for (const path of ['/volumes/detail', '/snapshots/detail', '/types', '/limits'])
    await step(`demo reads ${path}`, 'demo', 'volumev3', `GET ${path}`);
  const unknown = { compute: '/servers/', network: '/v2.0/ports/', image: '/v2/images/', volumev3: '/volumes/' } as const;
  for (const service of ['compute', 'network', 'image', 'volumev3'] as const) {
    await step(`${service} does not know it`, 'demo', service, `GET ${unknown[service]}${NOWHERE}`);
    await step(`${service} does not let strangers in`, 'demo', service, `GET ${unknown[service]}${NOWHERE}`, undefined, {
      'X-Auth-Token': 'nonsense',
    });
  }
  await step('a microversion of the future', 'demo', 'compute', 'GET /servers', undefined, { 'OpenStack-API-Version': 'compute 2.9999' });

  // A group with rules, a port.
  const group = idIn(
    await step('a group', 'demo', 'network', 'POST /v2.0/security-groups', { security_group: { name: 'walk', description: 'walk' } }),
    'security_group',
  );
  const rule = {
    security_group_id: group,
    direction: 'ingress',
    ethertype: 'IPv4',
    protocol: 'tcp',
    port_range_min: 22,
    port_range_max: 22,
    remote_ip_prefix: '0.0.0.0/0',
  };
  await step('a rule', 'demo', 'network', 'POST /v2.0/security-group-rules', { security_group_rule: rule });
  await step('the same rule', 'demo', 'network', 'POST /v2.0/security-group-rules', { security_group_rule: rule });
  await step('several rules', 'demo', 'network', 'POST /v2.0/security-group-rules', {
    security_group_rules: [80, 443].map((port) => ({ ...rule, port_range_min: port, port_range_max: port })),
  });
  await step('the group', 'demo', 'network', `GET /v2.0/security-groups/${group}`);
  const port = idIn(
    await step('a port', 'demo', 'network', 'POST /v2.0/ports', { port: { network_id: network, name: 'walk', security_groups: [group] } }),
    'port',
  );
  const tagged = (name: string, tags: readonly string[]) => step(name, 'demo', 'network', `PUT /v2.0/ports/${port}/tags`, { tags });
  const TAGS = Array.from({ length: 50 }, (_, n) => `walk:${String(n).padStart(2, '0')}:${'x'.repeat(52)}`);
  await step('neutron has tags', 'demo', 'network', 'GET /v2.0/extensions/standard-attr-tag');
  await step('neutron does not have it', 'demo', 'network', 'GET /v2.0/extensions/nonsense');
  await tagged('tags of a port', TAGS);
  await tagged('the same tag twice', ['walk', 'walk']);
  await tagged('a tag that is too long', ['x'.repeat(256)]);
  await step('a port with tags', 'demo', 'network', `GET /v2.0/ports/${port}`);
  await step('ports by tags', 'demo', 'network', 'GET /v2.0/ports?tags=walk:nobodys');

  // What nova refuses.
  const wanted = {
    name: 'walk',
    imageRef: image,
    flavorRef: flavor,
    networks: [{ port }],
    availability_zone: cloud.zone,
    metadata: { walk: 'yes' },
    tags: ['walk'],
  };
  const create = (change: object) => ({ server: { ...wanted, ...change } });
  await step('no such flavor', 'demo', 'compute', 'POST /servers', create({ flavorRef: NOWHERE }));
  await step('no such image', 'demo', 'compute', 'POST /servers', create({ imageRef: NOWHERE }));
  await step('no such port', 'demo', 'compute', 'POST /servers', create({ networks: [{ port: NOWHERE }] }));
  await step('no such zone', 'demo', 'compute', 'POST /servers', create({ availability_zone: 'nowhere' }));
  await step('no such key', 'demo', 'compute', 'POST /servers', create({ key_name: 'nobodys' }));
  await step('a host is for administrators', 'demo', 'compute', 'POST /servers', create({ host: 'kvm1' }));
  await step('no such field', 'demo', 'compute', 'POST /servers', create({ nonsense: 1 }));

  // A machine's life.
  const server = idIn(await step('a machine', 'demo', 'compute', 'POST /servers', create({})), 'server');
  const act = (name: string, action: object, who: Who = 'demo') => step(name, who, 'compute', `POST /servers/${server}/action`, action);
  await rests(server, 'ACTIVE');
  for (const who of ['demo', 'admin'] as const) await step(`${who} looks at a machine that runs`, who, 'compute', `GET /servers/${server}`);
  await step('the port is taken', 'demo', 'compute', 'POST /servers', create({}));
  const floating = idIn(
    await step('a floating address', 'demo', 'network', 'POST /v2.0/floatingips', {
      floatingip: { floating_network_id: external, port_id: port, description: 'walk' },
    }),
    'floatingip',
  );
  await step('a second one for the same port', 'demo', 'network', 'POST /v2.0/floatingips', {
    floatingip: { floating_network_id: external, port_id: port },
  });
  await step('an address of a network that has none', 'demo', 'network', 'POST /v2.0/floatingips', {
    floatingip: { floating_network_id: network },
  });
  await step('the group is in use', 'demo', 'network', `DELETE /v2.0/security-groups/${group}`);
  for (const path of [`/v2.0/ports/${port}`, `/v2.0/ports?device_id=${server}`, `/v2.0/floatingips?description=walk`])
    await step(`reads ${path.split(/[/?]/)[2]}${path.includes('?') ? ' by query' : ''}`, 'demo', 'network', `GET ${path}`);
  await step('by tag, a page of one', 'demo', 'compute', 'GET /servers/detail?tags=walk&limit=1');
  await step('by name, in brief', 'demo', 'compute', 'GET /servers?name=walk');
  for (const what of ['os-interface', 'os-volume_attachments', 'os-instance-actions', 'metadata', 'tags', 'diagnostics'])
    await step(`its ${what}`, 'admin', 'compute', `GET /servers/${server}/${what}`);
  await step('its console', 'demo', 'compute', `POST /servers/${server}/remote-consoles`, {
    remote_console: { protocol: 'spice', type: 'spice-html5' },
  });
  await act('what it wrote', { 'os-getConsoleOutput': { length: 5 } });
  await step('more metadata', 'demo', 'compute', `POST /servers/${server}/metadata`, { metadata: { more: 'yes' } });
  await step('less metadata', 'demo', 'compute', `DELETE /servers/${server}/metadata/more`);
  await step('even less metadata', 'demo', 'compute', `DELETE /servers/${server}/metadata/more`);
  await step('a tag', 'demo', 'compute', `PUT /servers/${server}/tags/more`);
  await act('start what runs', { 'os-start': null });
  await act('unshelve what runs', { unshelve: null });
  await act('nonsense', { nonsense: null });
  await act('reset its state', { 'os-resetState': { state: 'error' } });

  await act('stop', { 'os-stop': null });
  await rests(server, 'SHUTOFF');
  await step('a machine that is off', 'admin', 'compute', `GET /servers/${server}`);
  await step('its diagnostics when off', 'admin', 'compute', `GET /servers/${server}/diagnostics`);
  await act('stop what is off', { 'os-stop': null });
  await act('start', { 'os-start': null });
  await rests(server, 'ACTIVE');
  cloud.hold?.();
  await act('reboot', { reboot: { type: 'HARD' } });
  await act('stop what reboots', { 'os-stop': null });
  cloud.goOn?.();
  await rests(server, 'ACTIVE');

  cloud.hold?.();
  const saved = await act('save', { createImage: { name: 'walk-saved', metadata: { walk: 'yes' } } });
  const snapshot = z.object({ image_id: z.string() }).parse(saved.body).image_id;
  await act('save while it is saved', { createImage: { name: 'walk-other' } });
  cloud.goOn?.();
  await until(
    'the image is active',
    async () => z.object({ status: z.string() }).parse((await ask('demo', 'image', `GET /v2/images/${snapshot}`)).body).status === 'active',
  );
  await rests(server, 'ACTIVE');
  await step('what was saved', 'demo', 'image', `GET /v2/images/${snapshot}`);
  await step('saved, by what was written on it', 'demo', 'image', 'GET /v2/images?walk=yes');

  await act('shelve', { shelve: null });
  await rests(server, 'SHELVED_OFFLOADED');
  for (const who of ['demo', 'admin'] as const)
    await step(`${who} looks at a machine that is shelved`, who, 'compute', `GET /servers/${server}`);
  await tagged('tags of a machine that is shelved', TAGS.slice(0, 2));
  await act('start what is shelved', { 'os-start': null });
  await act('reboot what is shelved', { reboot: { type: 'HARD' } });
  await act('save what is shelved', { createImage: { name: 'walk-none' } });
  await step('its diagnostics when shelved', 'admin', 'compute', `GET /servers/${server}/diagnostics`);
  await act('wake it on a host that one names', { unshelve: { host: 'kvm1', availability_zone: cloud.zone } });
  await act('wake it', { unshelve: { availability_zone: cloud.zone } });
  await rests(server, 'ACTIVE');

  // A volume.
  const volume = idIn(
    await step('a volume', 'demo', 'volumev3', 'POST /volumes', { volume: { name: 'walk', size: 1, metadata: { walk: 'yes' } } }),
    'volume',
  );
  const volumeIs = (status: string) =>
    until(
      `the volume is ${status}`,
      async () =>
        z.object({ volume: z.object({ status: z.string() }) }).parse((await ask('demo', 'volumev3', `GET /volumes/${volume}`)).body).volume
          .status === status,
    );
  await volumeIs('available');
  await step('attach it', 'demo', 'compute', `POST /servers/${server}/os-volume_attachments`, { volumeAttachment: { volumeId: volume } });
  await volumeIs('in-use');
  await step('a volume in use', 'demo', 'volumev3', `GET /volumes/${volume}`);
  await step('a volume in use cannot be removed', 'demo', 'volumev3', `DELETE /volumes/${volume}`);
  await step('a machine with a volume', 'demo', 'compute', `GET /servers/${server}`);
  await step('detach it', 'demo', 'compute', `DELETE /servers/${server}/os-volume_attachments/${volume}`);
  await volumeIs('available');

  // The GPUs.
  const big = async (n: number) =>
    idIn(
      await ask(
        'demo',
        'compute',
        'POST /servers',
        create({ name: `walk-gpu${n}`, flavorRef: gpuFlavor, networks: 'none', availability_zone: cloud.gpuZone }),
      ),
      'server',
    );
  const [one, two] = [await big(1), await big(2)];
  for (const id of [one, two]) await rests(id, 'ACTIVE');
  await step('who has which resources', 'admin', 'placement', `GET /allocations/${one}`);
  const three = await big(3);
  await rests(three, 'ERROR');
  await step('a machine for which there is no room', 'demo', 'compute', `GET /servers/${three}`);
  await step('a list of it does not say why', 'demo', 'compute', 'GET /servers/detail?name=walk-gpu3');
  await ask('demo', 'compute', `POST /servers/${one}/action`, { shelve: null });
  await rests(one, 'SHELVED_OFFLOADED');
  const four = await big(4);
  await rests(four, 'ACTIVE');
  await step('wake what finds no room', 'demo', 'compute', `POST /servers/${one}/action`, { unshelve: null });
  await until('it is known that there is no room', async () =>
    (await ask('demo', 'compute', `GET /servers/${one}/os-instance-actions`)).text.includes('"Error"'),
  );
  await rests(one, 'SHELVED_OFFLOADED');
  await step('the actions of what found no room', 'demo', 'compute', `GET /servers/${one}/os-instance-actions`);
  for (const id of [one, two, three, four]) await ask('demo', 'compute', `DELETE /servers/${id}`);
  for (const id of [one, two, three, four]) await isGone('demo', 'compute', `/servers/${id}`);

  // The end of it all.
  await step('remove the machine', 'demo', 'compute', `DELETE /servers/${server}`);
  await isGone('demo', 'compute', `/servers/${server}`);
  await step('remove it again', 'demo', 'compute', `DELETE /servers/${server}`);
  await step('its port is there still, and free', 'demo', 'network', `GET /v2.0/ports/${port}`);
  await step('its floating address, too', 'demo', 'network', `GET /v2.0/floatingips/${floating}`);
  await step('remove the address', 'demo', 'network', `DELETE /v2.0/floatingips/${floating}`);
  await step('remove the port', 'demo', 'network', `DELETE /v2.0/ports/${port}`);
  await step('remove the group', 'demo', 'network', `DELETE /v2.0/security-groups/${group}`);
  await step('remove the group again', 'demo', 'network', `DELETE /v2.0/security-groups/${group}`);
  await step('remove what was saved', 'demo', 'image', `DELETE /v2/images/${snapshot}`);
  await step('remove it a second time', 'demo', 'image', `DELETE /v2/images/${snapshot}`);
  await step('remove the volume', 'demo', 'volumev3', `DELETE /volumes/${volume}`);
  await isGone('demo', 'volumev3', `/volumes/${volume}`);
  return steps;
}

const Token = z.object({
  token: z.object({
    catalog: z.array(z.object({ type: z.string(), endpoints: z.array(z.object({ interface: z.string(), url: z.string() })) })),
  }),
});

async function signIn({ authUrl, users }: Walked, who: Who) {
  const { name, password, project } = users[who];
  const domain = { id: 'default' };
  const identity = { methods: ['password'], password: { user: { name, domain, password } } };
  const body = JSON.stringify({ auth: { identity, scope: { project: { name: project.name, domain } } } });
  const answer = await fetch(`${authUrl}/auth/tokens`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  assert.equal(answer.status, 201, await answer.clone().text());
  const { token } = Token.parse(await answer.json());
  const urls = Object.fromEntries(
    token.catalog.map(({ type, endpoints }) => [type, endpoints.find((each) => each.interface === 'public')?.url.replace(/\/$/, '') ?? '']),
  );
  return { token: answer.headers.get('x-subject-token') ?? '', urls };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text === '' ? undefined : text;
  }
}

/** Whose names are data, and not the shape's. */
const NAMES_ARE_DATA =
  /(^|\.)(metadata|addresses|extra_specs|allocations|inventories|usages|hosts|resources|block_device_mapping|configurations)$/;

/** What a body is made of. */
export function shapeOf(body: unknown): Shape {
  const shape = new Map<string, Set<string>>();
  const look = (value: unknown, path: string): void => {
    const type = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
    shape.set(path, (shape.get(path) ?? new Set()).add(type));
    if (Array.isArray(value)) for (const each of value) look(each, `${path}[]`);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, each] of Object.entries(value)) look(each, `${path}.${NAMES_ARE_DATA.test(path) ? '*' : key}`);
    }
  };
  look(body, '');
  return shape;
}

/**
 * Where the double differs from the real cloud: another status, something that the real one does not say, or another type of it. The
 * real one may say more. What is null in one of them may be anything in the other.
 */
export function driftBetween(real: readonly Step[], double: readonly Step[]): readonly string[] {
  const found: string[] = [];
  const names = (steps: readonly Step[]) => steps.map(({ name }) => name).join('\n');
  if (names(real) !== names(double)) return ['the two walks have not the same steps'];
  for (const [n, { name, status, shape }] of double.entries()) {
    const truth = real[n];
    if (truth === undefined) continue;
    if (truth.status !== status) found.push(`${name}: ${status}, and really ${truth.status}`);
    for (const [path, types] of shape) {
      const real = truth.shape.get(path);
      const above = truth.shape.get(path.replace(/(\.[^.[]+|\[\])$/, ''));
      if (real === undefined) {
        // Below what is null or empty there, nothing is known.
        const isKnown = above !== undefined && ![...above].every((type) => type === 'null') && !path.endsWith('[]') && !path.endsWith('*');
        if (isKnown) found.push(`${name}: ${path} is not there really`);
        continue;
      }
      const strange = [...types].filter((type) => type !== 'null' && !real.has(type));
      if (strange.length > 0 && !(real.size === 1 && real.has('null')))
        found.push(`${name}: ${path} is ${strange.join(', ')}, and really ${[...real].join(', ')}`);
    }
  }
  return found;
}

/** A walk as text: a line for each step, and below it one for each path. */
export function writtenWalk(steps: readonly Step[]): string {
  const lines = steps.flatMap(({ name, status, shape }) => [
    `${status} ${name}`,
    ...[...shape].map(([path, types]) => `  ${path || '.'} ${[...types].toSorted().join('|')}`).toSorted(),
  ]);
  return `${lines.join('\n')}\n`;
}

export function readWalk(text: string): readonly Step[] {
  const steps: (Step & { readonly shape: Map<string, ReadonlySet<string>> })[] = [];
  for (const line of text.split('\n').filter(Boolean)) {
    const [, status, name = ''] = /^(\d+) (.*)$/.exec(line) ?? [];
    if (status !== undefined) steps.push({ name, status: Number(status), shape: new Map() });
    const [, path, types = ''] = /^ {2}(.*) ([a-z|]+)$/.exec(line) ?? [];
    if (path !== undefined) steps.at(-1)?.shape.set(path === '.' ? '' : path, new Set(types.split('|')));
  }
  return steps;
}
