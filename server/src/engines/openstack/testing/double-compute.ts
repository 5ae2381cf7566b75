import { z } from 'zod';
import { act, conflict } from './double-actions.ts';
import { jsonOf, pageOf, Refusal, type Answer, type Call, type Caller, type Routes, type Service } from './double-http.ts';
import type { Life } from './double-life.ts';
import type { Networks } from './double-network.ts';
import { NewServer, newServer, type ComputeQuota, type NewServerDeps } from './double-new-server.ts';
import { briefServer, hostIdOf, linksOf, micros, shownFlavor, shownServer } from './double-server-view.ts';
import { newId, now, type Flavor, type PretendedHost, type Server } from './double-world.ts';
import type { Volumes } from './double-volumes.ts';

export interface ComputeOptions {
  readonly life: Life;
  readonly hosts: readonly PretendedHost[];
  readonly flavors: Map<string, Flavor>;
  readonly networks: Networks;
  readonly volumes: Volumes;
  readonly images: NewServerDeps['images'];
  readonly quota: ComputeQuota;
  /** The newest microversion, as `2.93`. */
  readonly newest: string;
  readonly consoles: readonly ('serial' | 'novnc')[];
  /** Whether those of a project may read what their machines consume; nova's own policy leaves that to administrators. */
  readonly openDiagnostics: boolean;
  readonly base: () => string;
  /** A new address of the server's serial line. */
  readonly consoleUrl: (server: Server, type: string) => string;
}

const OLDEST_SPOKEN = 79;
const Metadata = z.object({ metadata: z.record(z.string(), z.string()) });

/** Nova, as its API is from 2.79 on. */
export function createCompute(options: ComputeOptions): Service {
  const { life, hosts, flavors, networks, volumes, quota, base } = options;
  const keypairs = new Map<string, { readonly name: string; readonly public_key: string; readonly userId: string }>();
  const newest = Number(options.newest.split('.')[1]);

  const keyNames = ({ user }: Caller) => [...keypairs.values()].filter(({ userId }) => userId === user.id).map(({ name }) => name);
  const view = (server: Server, caller: Caller) => shownServer(server, caller, { ports: life.portsOf(server), networks, base: base() });
  const server = ({ user }: Caller, id: string): Server => {
    const found = life.servers.get(id);
    if (!found || (user.role !== 'admin' && found.project.id !== user.project.id))
      throw new Refusal(404, `Instance ${id} could not be found.`);
    return found;
  };
  const adminOnly = ({ user }: Caller, policy: string) => {
    if (user.role !== 'admin') throw new Refusal(403, `Policy doesn't allow os_compute_api:${policy} to be performed.`);
  };

  function listed(call: Call & { caller: Caller }, path: string, show: (server: Server) => object): Answer {
    const { caller, query } = call;
    const everybodys = query.has('all_tenants') && query.get('all_tenants') !== '0';
    if (everybodys) adminOnly(caller, `servers:${path}:get_all_tenants`);
    const since = query.get('changes-since');
    const all = [...(since === null ? [] : life.gone), ...life.servers.values()]
      .filter((one) => everybodys || one.project.id === caller.user.project.id)
      .filter((one) => since === null || one.updatedAt.getTime() >= Date.parse(since) - 999)
      .filter((one) => matches(one, query, caller))
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
    const marker = query.get('marker');
    const from = marker === null ? 0 : all.findIndex(({ id }) => id === marker) + 1;
    if (marker !== null && from === 0) throw new Refusal(400, `marker [${marker}] not found`);
    const limit = Math.min(Number(query.get('limit') ?? 1000), 1000);
    const page = all.slice(from, from + limit);
    const next = new URLSearchParams(query);
    next.set('marker', page.at(-1)?.id ?? '');
    const isFull = page.length === limit && limit > 0 && (query.has('limit') || from + page.length < all.length);
    const links = isFull ? { servers_links: [{ rel: 'next', href: `${base()}${call.path}?${next}` }] } : {};
    return { status: 200, body: { servers: page.map(show), ...links } };
  }

  const serverRoutes: Routes = {
    'GET /v2.1/servers': (call) => listed(call, 'index', (one) => briefServer(one, base())),
    'GET /v2.1/servers/detail': (call) =>
      listed(call, 'detail', (one) => {
        // What only a look at one server tells; also why it failed, of one that never got a host.
        const { server_groups: _groups, fault, ...rest } = view(one, call.caller);
        return { ...rest, ...(one.host !== null && fault && { fault }) };
      }),
    'POST /v2.1/servers': (call) => {
      const { server: asked } = parse(z.object({ server: NewServer }), call);
      const made = newServer(asked, call.caller, { ...options, keyNames, servers: () => life.servers.values() });
      life.begin(made, call.requestId);
      const { id } = made;
      const body = {
        id,
        links: linksOf(id, base()),
        'OS-DCF:diskConfig': 'MANUAL',
        security_groups: asked.security_groups ?? [{ name: 'default' }],
        adminPass: newId().slice(0, 12),
      };
      return { status: 202, body: { server: body }, headers: { location: `${base()}/v2.1/servers/${id}` } };
    },
    'GET /v2.1/servers/:id': ({ caller }, id = '') => ({ status: 200, body: { server: view(server(caller, id), caller) } }),
    'PUT /v2.1/servers/:id': (call, id = '') => {
      const change = z.object({
        server: z.object({ name: z.string().optional(), description: z.string().nullish(), hostname: z.string().optional() }),
      });
      const one = server(call.caller, id);
      Object.assign(one, parse(change, call).server, { updatedAt: now() });
      return { status: 200, body: { server: view(one, call.caller) } };
    },
    'DELETE /v2.1/servers/:id': ({ caller, requestId }, id = '') => {
      const one = server(caller, id);
      if (one.locked && caller.user.role !== 'admin') throw new Refusal(409, `Instance ${id} is locked`);
      if (one.taskState !== 'deleting') life.remove(one, requestId);
      return { status: 204 };
    },
    'POST /v2.1/servers/:id/action': (call, id = '') => {
      const asked = parse(z.record(z.string(), z.unknown()), call);
      const [[action, given] = ['', null]] = Object.entries(asked);
      return act(
        action,
        { server: server(call.caller, id), caller: call.caller, requestId: call.requestId, given, minor: minorOf(call) },
        { life, hosts },
      );
    },
    'GET /v2.1/servers/:id/metadata': ({ caller }, id = '') => ({ status: 200, body: { metadata: server(caller, id).metadata } }),
    'POST /v2.1/servers/:id/metadata': (call, id = '') => {
      const one = server(call.caller, id);
      Object.assign(one.metadata, parse(Metadata, call).metadata);
      one.updatedAt = now();
      return { status: 200, body: { metadata: one.metadata } };
    },
    'PUT /v2.1/servers/:id/metadata': (call, id = '') => {
      const one = server(call.caller, id);
      one.metadata = { ...parse(Metadata, call).metadata };
      one.updatedAt = now();
      return { status: 200, body: { metadata: one.metadata } };
    },
    'DELETE /v2.1/servers/:id/metadata/:key': ({ caller }, id = '', key = '') => {
      const { metadata } = server(caller, id);
      if (!(key in metadata)) throw new Refusal(404, 'Metadata item was not found');
      delete metadata[key];
      return { status: 204 };
    },
    'GET /v2.1/servers/:id/tags': ({ caller }, id = '') => ({ status: 200, body: { tags: server(caller, id).tags } }),
    'PUT /v2.1/servers/:id/tags': (call, id = '') => {
      const one = server(call.caller, id);
      one.tags = parse(z.object({ tags: z.array(z.string()) }), call).tags;
      return { status: 200, body: { tags: one.tags } };
    },
    'PUT /v2.1/servers/:id/tags/:tag': ({ caller }, id = '', tag = '') => {
      const { tags } = server(caller, id);
      if (tags.includes(tag)) return { status: 204 };
      tags.push(tag);
      return { status: 201 };
    },
    'DELETE /v2.1/servers/:id/tags/:tag': ({ caller }, id = '', tag = '') => {
      const one = server(caller, id);
      if (!one.tags.includes(tag)) throw new Refusal(404, `Instance ${id} has no tag '${tag}'`);
      one.tags = one.tags.filter((other) => other !== tag);
      return { status: 204 };
    },
    'GET /v2.1/servers/:id/diagnostics': ({ caller }, id = '') => {
      const one = server(caller, id);
      if (!options.openDiagnostics) adminOnly(caller, 'os-server-diagnostics');
      if (!one.host) throw new Refusal(409, `Instance ${id} is not ready`);
      if (one.vmState !== 'active') throw conflict(one, 'get_diagnostics', 'vm_state', one.vmState);
      return { status: 200, body: diagnosticsOf(one, life.portsOf(one).length) };
    },
    'POST /v2.1/servers/:id/remote-consoles': (call, id = '') => {
      const one = server(call.caller, id);
      const { remote_console: asked } = parse(z.object({ remote_console: z.object({ protocol: z.string(), type: z.string() }) }), call);
      if (!one.host) throw new Refusal(409, `Instance ${id} is not ready`);
      if (!options.consoles.some((type) => type === asked.type)) throw new Refusal(400, `Unavailable console type ${asked.type}.`);
      if (one.vmState !== 'active') throw new Refusal(409, `Instance ${id} is not ready`);
      return { status: 200, body: { remote_console: { ...asked, url: options.consoleUrl(one, asked.type) } } };
    },
    'GET /v2.1/servers/:id/os-instance-actions': ({ caller }, id = '') => {
      const one = server(caller, id);
      return { status: 200, body: { instanceActions: one.actions.map((action) => shownAction(one, action)) } };
    },
    'GET /v2.1/servers/:id/os-instance-actions/:request': ({ caller }, id = '', request = '') => {
      const one = server(caller, id);
      const action = one.actions.find(({ requestId }) => requestId === request);
      if (!action) throw new Refusal(404, `Action for request_id ${request} on instance ${id} not found`);
      const event = {
        event: `compute_${action.action}`,
        start_time: micros(action.startedAt),
        finish_time: action.result && micros(action.updatedAt),
        result: action.result,
      };
      const events = [{ ...event, hostId: one.host ? hostIdOf(one, one.host) : '' }];
      return { status: 200, body: { instanceAction: { ...shownAction(one, action), events } } };
    },
    'GET /v2.1/servers/:id/os-interface': ({ caller }, id = '') => ({
      status: 200,
      body: {
        interfaceAttachments: life.portsOf(server(caller, id)).map(({ id: port_id, network_id, mac_address, status, fixed_ips }) => ({
          net_id: network_id,
          port_id,
          mac_addr: mac_address,
          port_state: status,
          fixed_ips,
          tag: null,
        })),
      },
    }),
    'GET /v2.1/servers/:id/os-volume_attachments': ({ caller }, id = '') => ({
      status: 200,
      body: { volumeAttachments: server(caller, id).volumes.map((volume) => shownAttachment(id, volume)) },
    }),
    'POST /v2.1/servers/:id/os-volume_attachments': (call, id = '') => {
      const one = server(call.caller, id);
      const Attach = z.object({
        volumeAttachment: z.object({ volumeId: z.string(), device: z.string().nullish(), delete_on_termination: z.boolean().optional() }),
      });
      const { volumeAttachment: asked } = parse(Attach, call);
      const volume = volumes.volumes.get(asked.volumeId);
      if (!volume) throw new Refusal(404, `Volume ${asked.volumeId} could not be found.`);
      if (volume.status !== 'available')
        throw new Refusal(400, `Invalid volume: status must be 'available'. Currently in '${volume.status}'`);
      const device = `/dev/vd${String.fromCodePoint(98 + one.volumes.length)}`;
      const attached = { volumeId: volume.id, device, boots: false, deleteOnTermination: asked.delete_on_termination ?? false };
      one.volumes.push(attached);
      Object.assign(volume, { status: 'in-use', attachment: { id: newId(), serverId: id, device } });
      const { attachment_id: _attachment, bdm_uuid: _bdm, ...brief } = shownAttachment(id, attached);
      return { status: 200, body: { volumeAttachment: brief } };
    },
    'DELETE /v2.1/servers/:id/os-volume_attachments/:volume': ({ caller }, id = '', volumeId = '') => {
      const one = server(caller, id);
      const volume = volumes.volumes.get(volumeId);
      if (!volume || !one.volumes.some((each) => each.volumeId === volumeId)) throw new Refusal(404, `volume_id not found: ${volumeId}`);
      one.volumes = one.volumes.filter((each) => each.volumeId !== volumeId);
      Object.assign(volume, { status: 'available', attachment: null });
      return { status: 202 };
    },
  };

  const flavorRoutes: Routes = {
    'GET /v2.1/flavors': ({ caller, query }) => ({
      status: 200,
      body: {
        flavors: visible(caller, query).map(({ id, name, description }) => ({
          id,
          name,
          description,
          links: linksOf(id, base(), 'flavors'),
        })),
      },
    }),
    'GET /v2.1/flavors/detail': ({ caller, query }) => ({
      status: 200,
      body: { flavors: visible(caller, query).map((flavor) => shownFlavor(flavor, base())) },
    }),
    'GET /v2.1/flavors/:id': (_call, id = '') => ({ status: 200, body: { flavor: shownFlavor(flavorOf(id), base()) } }),
    'POST /v2.1/flavors': (call) => {
      adminOnly(call.caller, 'os-flavor-manage:create');
      const { flavor: asked } = parse(NewFlavor, call);
      if ([...flavors.values()].some(({ name }) => name === asked.name))
        throw new Refusal(409, `Flavor with name ${asked.name} already exists.`);
      const { 'OS-FLV-EXT-DATA:ephemeral': ephemeral, 'os-flavor-access:is_public': isPublic, id, description, ...rest } = asked;
      const flavor: Flavor = {
        ...rest,
        id: id && id !== 'auto' ? id : newId(),
        ephemeral,
        isPublic,
        description: description ?? null,
        extraSpecs: {},
      };
      if (flavors.has(flavor.id)) throw new Refusal(409, `Flavor with ID ${flavor.id} already exists.`);
      flavors.set(flavor.id, flavor);
      return { status: 200, body: { flavor: shownFlavor(flavor, base()) } };
    },
    'DELETE /v2.1/flavors/:id': ({ caller }, id = '') => {
      adminOnly(caller, 'os-flavor-manage:delete');
      flavors.delete(flavorOf(id).id);
      return { status: 202 };
    },
    'GET /v2.1/flavors/:id/os-extra_specs': (_call, id = '') => ({ status: 200, body: { extra_specs: flavorOf(id).extraSpecs } }),
    'POST /v2.1/flavors/:id/os-extra_specs': (call, id = '') => {
      adminOnly(call.caller, 'os-flavor-extra-specs:create');
      const { extra_specs } = parse(z.object({ extra_specs: z.record(z.string(), z.string()) }), call);
      Object.assign(flavorOf(id).extraSpecs, extra_specs);
      return { status: 200, body: { extra_specs } };
    },
  };

  /** Flavors that are not everybody's are shown to administrators who ask for all. */
  function visible({ user }: Caller, query: URLSearchParams): readonly Flavor[] {
    const all = user.role === 'admin' && query.get('is_public')?.toLowerCase() === 'none';
    return [...flavors.values()].filter(({ isPublic }) => isPublic || all);
  }

  function flavorOf(id: string): Flavor {
    const flavor = flavors.get(id);
    if (!flavor) throw new Refusal(404, `Flavor ${id} could not be found.`);
    return flavor;
  }

  const otherRoutes: Routes = {
    'GET /v2.1/os-keypairs': ({ caller }) => ({
      status: 200,
      body: { keypairs: keyNames(caller).map((name) => ({ keypair: shownKey(keypairs.get(`${caller.user.id}/${name}`), name) })) },
    }),
    'GET /v2.1/os-keypairs/:name': ({ caller }, name = '') => {
      const key = keypairs.get(`${caller.user.id}/${name}`);
      if (!key) throw new Refusal(404, `Keypair ${name} not found for user ${caller.user.id}`);
      return { status: 200, body: { keypair: shownKey(key, name) } };
    },
    'POST /v2.1/os-keypairs': (call) => {
      const { keypair } = parse(
        z.object({ keypair: z.object({ name: z.string(), public_key: z.string(), type: z.string().optional() }) }),
        call,
      );
      const id = `${call.caller.user.id}/${keypair.name}`;
      if (keypairs.has(id)) throw new Refusal(409, `Key pair '${keypair.name}' already exists.`);
      keypairs.set(id, { name: keypair.name, public_key: keypair.public_key, userId: call.caller.user.id });
      return { status: 201, body: { keypair: { ...shownKey(keypairs.get(id), keypair.name), user_id: call.caller.user.id } } };
    },
    'DELETE /v2.1/os-keypairs/:name': ({ caller }, name = '') => {
      if (!keypairs.delete(`${caller.user.id}/${name}`)) throw new Refusal(404, `Keypair ${name} not found for user ${caller.user.id}`);
      return { status: 204 };
    },
    'GET /v2.1/limits': ({ caller: { user } }) => {
      const own = [...life.servers.values()].filter(({ project }) => project.id === user.project.id);
      const sum = (of: (flavor: Flavor) => number) => own.reduce((total, { flavor }) => total + of(flavor), 0);
      const absolute = {
        maxTotalInstances: quota.instances,
        maxTotalCores: quota.cores,
        maxTotalRAMSize: quota.ram,
        maxServerMeta: 128,
        maxTotalKeypairs: 100,
        maxServerGroups: 10,
        maxServerGroupMembers: 10,
        totalRAMUsed: sum(({ ram }) => ram),
        totalCoresUsed: sum(({ vcpus }) => vcpus),
        totalInstancesUsed: own.length,
        totalServerGroupsUsed: 0,
      };
      return { status: 200, body: { limits: { rate: [], absolute } } };
    },
    'GET /v2.1/os-services': ({ caller, query }) => {
      adminOnly(caller, 'os-services:list');
      const services = hosts.map((host) => ({
        binary: 'nova-compute',
        host: host.name,
        id: host.id,
        zone: host.zone,
        status: host.enabled ? 'enabled' : 'disabled',
        state: host.up ? 'up' : 'down',
        updated_at: micros(now()),
        disabled_reason: null,
        forced_down: false,
      }));
      return { status: 200, body: { services: services.filter(({ host }) => host === (query.get('host') ?? host)) } };
    },
    'GET /v2.1/os-hypervisors/detail': ({ caller }) => {
      adminOnly(caller, 'os-hypervisors:list-detail');
      return { status: 200, body: { hypervisors: hosts.map(shownHypervisor) } };
    },
    'GET /v2.1/os-availability-zone': () => ({
      status: 200,
      body: { availabilityZoneInfo: zones().map((zoneName) => ({ zoneName, zoneState: { available: true }, hosts: null })) },
    }),
    'GET /v2.1/os-availability-zone/detail': ({ caller }) => {
      adminOnly(caller, 'os-availability-zone:detail');
      const hostsOf = (zone: string) =>
        Object.fromEntries(
          hosts
            .filter((host) => host.zone === zone)
            .map(({ name, up }) => [name, { 'nova-compute': { available: up, active: true, updated_at: micros(now()) } }]),
        );
      return {
        status: 200,
        body: { availabilityZoneInfo: zones().map((zoneName) => ({ zoneName, zoneState: { available: true }, hosts: hostsOf(zoneName) })) },
      };
    },
    'GET /v2.1/os-aggregates': ({ caller }) => {
      adminOnly(caller, 'os-aggregates:index');
      const aggregates = zones().map((zone, n) => ({
        id: n + 1,
        uuid: newId(),
        name: zone,
        hosts: hosts.filter((host) => host.zone === zone).map(({ name }) => name),
        metadata: { availability_zone: zone },
        availability_zone: zone,
      }));
      return { status: 200, body: { aggregates } };
    },
    'GET /v2.1/os-quota-sets/:project': (_call, id = '') => ({
      status: 200,
      body: { quota_set: { id, key_pairs: 100, metadata_items: 128, server_group_members: 10, server_groups: 10, ...quota } },
    }),
    'GET /v2.1/os-quota-sets/:project/detail': (_call, id = '') => {
      const own = [...life.servers.values()].filter(({ project }) => project.id === id);
      const row = (limit: number, in_use: number) => ({ limit, in_use, reserved: 0 });
      const rows = {
        instances: row(quota.instances, own.length),
        cores: row(
          quota.cores,
          own.reduce((sum, { flavor }) => sum + flavor.vcpus, 0),
        ),
        ram: row(
          quota.ram,
          own.reduce((sum, { flavor }) => sum + flavor.ram, 0),
        ),
        key_pairs: row(100, 0),
        metadata_items: row(128, 0),
        server_group_members: row(10, 0),
        server_groups: row(10, 0),
      };
      return { status: 200, body: { quota_set: { id, ...rows } } };
    },
  };

  const zones = () => [...new Set(hosts.map(({ zone }) => zone))];
  const version = { id: 'v2.1', status: 'CURRENT', version: options.newest, min_version: '2.1', updated: '2013-07-23T11:33:21Z' };

  function minorOf(call: Call): number {
    const [asked] = [call.headers['openstack-api-version']].flat();
    if (asked === undefined) return 1;
    const text = asked.split(' ')[1] ?? '';
    const [, minor] = /^2\.(\d+)$/.exec(text) ?? [];
    if (minor === undefined)
      throw new Refusal(400, `API Version String ${text} is of invalid format. Must be of format MajorNum.MinorNum.`);
    if (Number(minor) > newest || Number(minor) < 1) {
      throw new Refusal(406, `Version ${text} is not supported by the API. Minimum is 2.1 and maximum is ${options.newest}.`);
    }
    return Number(minor);
  }

  return {
    name: 'compute',
    open({ path }) {
      if (path === '/') return { status: 200, body: { versions: [{ ...version, links: [] }] } };
      if (path === '/v2.1') return { status: 200, body: { version: { ...version, links: [], 'media-types': [] } } };
      return null;
    },
    headers(call) {
      const minor = minorOf(call);
      // Older shapes are not here: whoever asks for one is told at once, and not by a shape that no cloud would give.
      if (minor < OLDEST_SPOKEN) throw new Refusal(501, `This double speaks 2.${OLDEST_SPOKEN} and later, and was asked in 2.${minor}.`);
      return { 'OpenStack-API-Version': `compute 2.${minor}`, 'X-OpenStack-Nova-API-Version': `2.${minor}`, Vary: 'OpenStack-API-Version' };
    },
    routes: { ...serverRoutes, ...flavorRoutes, ...otherRoutes },
    refusal: ({ status, message }, { path }) =>
      path.startsWith('/v2.1') ? { [KINDS[status] ?? 'computeFault']: { code: status, message } } : pageOf(status, message),
  };
}

const KINDS: Readonly<Record<number, string>> = {
  400: 'badRequest',
  403: 'forbidden',
  404: 'itemNotFound',
  409: 'conflictingRequest',
  413: 'overLimit',
};
const NewFlavor = z.object({
  flavor: z.object({
    name: z.string(),
    ram: z.coerce.number(),
    vcpus: z.coerce.number(),
    disk: z.coerce.number(),
    id: z.string().nullish(),
    'OS-FLV-EXT-DATA:ephemeral': z.coerce.number().default(0),
    swap: z.coerce.number().default(0),
    'os-flavor-access:is_public': z.boolean().default(true),
    description: z.string().nullish(),
  }),
});

function matches(server: Server, query: URLSearchParams, { user }: Caller): boolean {
  const isAdmin = user.role === 'admin';
  const tags = (key: string) => query.get(key)?.split(',') ?? null;
  const name = query.get('name');
  const status = query.get('status');
  const host = query.get('host');
  const project = query.get('project_id');
  return (
    (name === null || new RegExp(name).test(server.name)) &&
    (status === null || query.getAll('status').includes(server.status)) &&
    // Whoever is no administrator cannot ask by host; nova does not tell them so.
    (!isAdmin || host === null || server.host?.name === host) &&
    (!isAdmin || project === null || server.project.id === project) &&
    (tags('tags')?.every((tag) => server.tags.includes(tag)) ?? true) &&
    (tags('tags-any')?.some((tag) => server.tags.includes(tag)) ?? true) &&
    !(tags('not-tags')?.every((tag) => server.tags.includes(tag)) ?? false)
  );
}

function shownAction({ id, user, project }: Server, action: Server['actions'][number]) {
  return {
    action: action.action,
    instance_uuid: id,
    request_id: action.requestId,
    user_id: user.id,
    project_id: project.id,
    start_time: micros(action.startedAt),
    message: action.message,
    updated_at: micros(action.updatedAt),
  };
}

function shownAttachment(serverId: string, { volumeId, device, deleteOnTermination }: Server['volumes'][number]) {
  return { attachment_id: volumeId, bdm_uuid: volumeId, serverId, volumeId, device, tag: null, delete_on_termination: deleteOnTermination };
}

function shownKey(key: { readonly public_key: string } | undefined, name: string) {
  return { name, type: 'ssh', public_key: key?.public_key ?? '', fingerprint: 'SHA256:double' };
}

function shownHypervisor({ id, name, up, enabled }: PretendedHost) {
  return {
    id,
    hypervisor_hostname: name,
    state: up ? 'up' : 'down',
    status: enabled ? 'enabled' : 'disabled',
    hypervisor_type: 'QEMU',
    hypervisor_version: 7002022,
    host_ip: '127.0.0.1',
    service: { id, host: name, disabled_reason: null },
    uptime: null,
  };
}

/** Numbers that grow with the time since it booted, as a guest's at work would. */
function diagnosticsOf(server: Server, nics: number) {
  const seconds = Math.max(0, (now().getTime() - (server.bootedAt ?? now()).getTime()) / 1000);
  const count = (rate: number) => Math.floor(seconds * rate);
  return {
    state: 'running',
    driver: 'libvirt',
    hypervisor: 'kvm',
    hypervisor_os: 'linux',
    uptime: count(1),
    config_drive: server.configDrive,
    num_cpus: server.flavor.vcpus,
    num_nics: nics,
    num_disks: 1 + server.volumes.length,
    disk_details: [
      { read_bytes: count(4096), read_requests: count(4), write_bytes: count(8192), write_requests: count(2), errors_count: -1 },
    ],
    cpu_details: Array.from({ length: server.flavor.vcpus }, (_, id) => ({ id, time: count(250_000_000), utilisation: null })),
    nic_details: Array.from({ length: nics }, () => ({
      mac_address: 'fa:16:3e:00:00:01',
      rx_octets: count(1000),
      rx_errors: 0,
      rx_drop: 0,
      rx_packets: count(10),
      rx_rate: null,
      tx_octets: count(2000),
      tx_errors: 0,
      tx_drop: 0,
      tx_packets: count(20),
      tx_rate: null,
    })),
    memory_details: { maximum: server.flavor.ram, used: Math.floor(server.flavor.ram / 4) },
  };
}

function parse<T>(shape: z.ZodType<T>, call: Call): T {
  const body = shape.safeParse(jsonOf(call));
  if (!body.success) throw new Refusal(400, `Invalid input for field/attribute. ${z.prettifyError(body.error)}`);
  return body.data;
}
