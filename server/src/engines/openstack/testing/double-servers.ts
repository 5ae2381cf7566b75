import { z } from 'zod';
import { act, conflict } from './double-actions.ts';
import { diagnosticsOf } from './double-diagnostics.ts';
import { Refusal, type Answer, type Call, type Caller, type Routes } from './double-http.ts';
import type { Life } from './double-life.ts';
import { NewServer, newServer, type NewServerDeps } from './double-new-server.ts';
import { adminOnly, parsed, serverOf } from './double-nova-calls.ts';
import { briefServer, hostIdOf, linksOf, shownServer } from './double-server-view.ts';
import { micros, newId, now, type Server } from './double-world.ts';

const Metadata = z.object({ metadata: z.record(z.string(), z.string()) });

export interface ServerDeps extends Omit<NewServerDeps, 'servers'> {
  readonly life: Life;
  readonly consoles: readonly ('serial' | 'novnc')[];
  /** Whether those of a project may read what their machines consume; nova's own policy leaves that to administrators. */
  readonly openDiagnostics: boolean;
  readonly base: () => string;
  /** A new address of the server's serial line. */
  readonly consoleUrl: (server: Server, type: string) => string;
  /** The minor microversion that a call speaks. @throws Refusal */
  readonly minorOf: (call: Call) => number;
}

/** Nova's servers: making, finding, changing and removing them. */
export function serverRoutes(deps: ServerDeps): Routes {
  const { life, hosts, networks, base } = deps;

  const view = (server: Server, caller: Caller) => shownServer(server, caller, { ports: life.portsOf(server), networks, base: base() });
  const server = (caller: Caller, id: string) => serverOf(life, caller, id);

  function listed(call: Call & { caller: Caller }, path: string, show: (server: Server) => object): Answer {
    const { caller, query } = call;
    const everybodys = query.has('all_tenants') && query.get('all_tenants') !== '0';
    if (everybodys) adminOnly(caller, `servers:${path}:get_all_tenants`);
    const since = query.get('changes-since');
    const all = [...(since === null ? [] : life.gone), ...life.servers.values()]
      .filter((one) => everybodys || one.project.id === caller.user.project.id)
      // Kept for a while although it was deleted: only who asks for what has changed is told.
      .filter(({ vmState }) => since !== null || vmState !== 'soft-delete')
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

  return {
    'GET /v2.1/servers': (call) => listed(call, 'index', (one) => briefServer(one, base())),
    'GET /v2.1/servers/detail': (call) =>
      listed(call, 'detail', (one) => {
        // What only a look at one server tells; also why it failed, of one that never got a host.
        const { server_groups: _groups, fault, ...rest } = view(one, call.caller);
        return { ...rest, ...(one.host !== null && fault && { fault }) };
      }),
    'POST /v2.1/servers': (call) => {
      const { server: asked } = parsed(z.object({ server: NewServer }), call);
      const made = newServer(asked, call.caller, { ...deps, servers: () => life.servers.values() });
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
        server: z.object({ name: z.string().optional(), description: z.string().max(255).nullish(), hostname: z.string().optional() }),
      });
      const one = server(call.caller, id);
      Object.assign(one, parsed(change, call).server, { updatedAt: now() });
      return { status: 200, body: { server: view(one, call.caller) } };
    },
    'DELETE /v2.1/servers/:id': ({ caller, requestId }, id = '') => {
      const one = server(caller, id);
      if (one.locked && caller.user.role !== 'admin') throw new Refusal(409, `Instance ${id} is locked`);
      if (one.taskState !== 'deleting') life.remove(one, requestId);
      return { status: 204 };
    },
    'POST /v2.1/servers/:id/action': (call, id = '') => {
      const asked = parsed(z.record(z.string(), z.unknown()), call);
      const [[action, given] = ['', null]] = Object.entries(asked);
      return act(
        action,
        { server: server(call.caller, id), caller: call.caller, requestId: call.requestId, given, minor: deps.minorOf(call) },
        { life, hosts },
      );
    },
    'GET /v2.1/servers/:id/metadata': ({ caller }, id = '') => ({ status: 200, body: { metadata: server(caller, id).metadata } }),
    'POST /v2.1/servers/:id/metadata': (call, id = '') => {
      const one = server(call.caller, id);
      Object.assign(one.metadata, parsed(Metadata, call).metadata);
      one.updatedAt = now();
      return { status: 200, body: { metadata: one.metadata } };
    },
    'PUT /v2.1/servers/:id/metadata': (call, id = '') => {
      const one = server(call.caller, id);
      one.metadata = { ...parsed(Metadata, call).metadata };
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
      one.tags = parsed(z.object({ tags: z.array(z.string()) }), call).tags;
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
      if (!deps.openDiagnostics) adminOnly(caller, 'os-server-diagnostics');
      if (!one.host) throw new Refusal(409, `Instance ${id} is not ready`);
      if (one.vmState !== 'active') throw conflict(one, 'get_diagnostics', 'vm_state', one.vmState);
      return { status: 200, body: diagnosticsOf(one, life.portsOf(one).length) };
    },
    'POST /v2.1/servers/:id/remote-consoles': (call, id = '') => {
      const one = server(call.caller, id);
      const { remote_console: asked } = parsed(z.object({ remote_console: z.object({ protocol: z.string(), type: z.string() }) }), call);
      if (!one.host) throw new Refusal(409, `Instance ${id} is not ready`);
      if (!deps.consoles.some((type) => type === asked.type)) throw new Refusal(400, `Unavailable console type ${asked.type}.`);
      if (one.vmState !== 'active') throw new Refusal(409, `Instance ${id} is not ready`);
      return { status: 200, body: { remote_console: { ...asked, url: deps.consoleUrl(one, asked.type) } } };
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
        event: action.event,
        start_time: micros(action.startedAt),
        finish_time: action.result && micros(action.updatedAt),
        result: action.result,
        // Nova's own policy keeps them from those of a project.
        ...(caller.user.role === 'admin' && { details: action.details }),
      };
      const events = [{ ...event, hostId: one.host ? hostIdOf(one, one.host) : '' }];
      return { status: 200, body: { instanceAction: { ...shownAction(one, action), events } } };
    },
  };
}

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
