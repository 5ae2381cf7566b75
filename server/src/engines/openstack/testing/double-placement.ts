import { Refusal, type Caller, type Service } from './double-http.ts';
import type { Scheduler } from './double-scheduler.ts';
import { newId, type PretendedGpu, type PretendedHost, type Server } from './double-world.ts';

export interface PlacementOptions {
  readonly hosts: readonly PretendedHost[];
  readonly servers: () => Map<string, Server>;
  readonly scheduler: Scheduler;
  /** Whether nova writes each GPU down here (`[pci] report_in_placement`). */
  readonly reportsPci: boolean;
}

interface Provider {
  readonly uuid: string;
  readonly name: string;
  readonly host: PretendedHost;
  readonly gpu: PretendedGpu | null;
}

const GPU_CLASS = 'CUSTOM_PCI_10DE_2330';

/** Placement: what hosts have and who has taken it. For administrators only. */
export function createPlacement({ hosts, servers, scheduler, reportsPci }: PlacementOptions): Service {
  const providers: readonly Provider[] = hosts.flatMap((host) => [
    { uuid: host.id, name: host.name, host, gpu: null },
    ...(reportsPci ? host.gpus : []).map((gpu) => ({ uuid: newId(), name: `${host.name}_${gpu.address.toUpperCase()}`, host, gpu })),
  ]);
  const find = (uuid: string): Provider => {
    const provider = providers.find((each) => each.uuid === uuid);
    if (!provider) throw new Refusal(404, `No resource provider with uuid ${uuid} found `);
    return provider;
  };
  const guarded = (policy: string, { user }: Caller) => {
    if (user.role !== 'admin') throw new Refusal(403, `Policy does not allow placement:${policy} to be performed. `);
  };

  function resourcesOf(provider: Provider, server: Server): Record<string, number> {
    if (provider.gpu) return provider.gpu.holder === server.id ? { [GPU_CLASS]: 1 } : {};
    if (server.host !== provider.host) return {};
    const { vcpus, ram, disk, ephemeral } = server.flavor;
    return { VCPU: vcpus, MEMORY_MB: ram, DISK_GB: (server.root ? disk : 0) + ephemeral };
  }

  /** Whether there is so much of a class of resources left with it. */
  function hasLeft({ gpu, host }: Provider, resources: string): boolean {
    const [name = '', amount = ''] = resources.split(':');
    if (gpu) return name === GPU_CLASS && amount === '1' && gpu.holder === null;
    const stock = Object.entries(inventoryOf({ host, gpu })).find(([key]) => key === name)?.[1];
    const used = Object.entries(scheduler.usageOf(host)).find(([key]) => key === name)?.[1] ?? 0;
    return stock !== undefined && used + Number(amount) <= (stock.total - stock.reserved) * stock.allocation_ratio;
  }

  return {
    name: 'placement',
    open: ({ path }) =>
      path === '/'
        ? { status: 200, body: { versions: [{ id: 'v1.0', max_version: '1.39', min_version: '1.0', status: 'CURRENT', links: [] }] } }
        : null,
    headers: (call) => ({
      'openstack-api-version': String(call.headers['openstack-api-version'] ?? 'placement 1.0'),
      vary: 'openstack-api-version',
    }),
    routes: {
      'GET /resource_providers': ({ caller, query }) => {
        guarded('resource_providers:list', caller);
        const [name, inTree] = [query.get('name'), query.get('in_tree')];
        const resources = query.get('resources');
        const seen = providers.filter(
          (each) =>
            (name === null || each.name === name) &&
            (inTree === null || each.uuid === inTree || each.host.id === inTree) &&
            (resources === null || hasLeft(each, resources)),
        );
        return { status: 200, body: { resource_providers: seen.map(shown) } };
      },
      'GET /resource_providers/:id': ({ caller }, id = '') => {
        guarded('resource_providers:show', caller);
        return { status: 200, body: shown(find(id)) };
      },
      'GET /resource_providers/:id/inventories': ({ caller }, id = '') => {
        guarded('resource_providers:inventories:list', caller);
        return { status: 200, body: { resource_provider_generation: 1, inventories: inventoryOf(find(id)) } };
      },
      'GET /resource_providers/:id/usages': ({ caller }, id = '') => {
        guarded('resource_providers:usages', caller);
        const provider = find(id);
        const usages = provider.gpu ? { [GPU_CLASS]: provider.gpu.holder === null ? 0 : 1 } : scheduler.usageOf(provider.host);
        return { status: 200, body: { resource_provider_generation: 1, usages } };
      },
      'GET /resource_providers/:id/traits': ({ caller }, id = '') => {
        guarded('resource_providers:traits:list', caller);
        return {
          status: 200,
          body: { resource_provider_generation: 1, traits: find(id).gpu ? ['COMPUTE_MANAGED_PCI_DEVICE'] : ['COMPUTE_NODE'] },
        };
      },
      'GET /resource_providers/:id/allocations': ({ caller }, id = '') => {
        guarded('resource_providers:allocations:list', caller);
        const provider = find(id);
        const rows = [...servers().values()].map((server) => [server.id, { resources: resourcesOf(provider, server) }] as const);
        const allocations = Object.fromEntries(rows.filter(([, { resources }]) => Object.keys(resources).length > 0));
        return { status: 200, body: { resource_provider_generation: 1, allocations } };
      },
      'GET /allocations/:id': ({ caller }, id = '') => {
        guarded('allocations:list', caller);
        const server = servers().get(id);
        if (!server) return { status: 200, body: { allocations: {} } };
        const rows = providers.map((provider) => [provider.uuid, { resources: resourcesOf(provider, server), generation: 1 }] as const);
        const allocations = Object.fromEntries(rows.filter(([, { resources }]) => Object.keys(resources).length > 0));
        const of = { project_id: server.project.id, user_id: server.user.id, consumer_generation: 1, consumer_type: 'INSTANCE' };
        return { status: 200, body: { allocations, ...of } };
      },
    },
    refusal: ({ status, message }, { requestId }) => ({
      errors: [
        {
          status,
          title: status === 403 ? 'Forbidden' : 'Not Found',
          detail: `${status === 403 ? 'Access was denied to this resource.' : 'The resource could not be found.'}\n\n ${message} `,
          request_id: requestId,
        },
      ],
    }),
  };
}

function shown({ uuid, name, host, gpu }: Provider) {
  const at = `/resource_providers/${uuid}`;
  const links = ['self', 'inventories', 'usages', 'aggregates', 'traits', 'allocations'].map((rel) => ({
    rel,
    href: rel === 'self' ? at : `${at}/${rel}`,
  }));
  return { uuid, name, generation: 1, links, parent_provider_uuid: gpu ? host.id : null, root_provider_uuid: host.id };
}

function inventoryOf({ host, gpu }: Pick<Provider, 'host' | 'gpu'>) {
  const row = (total: number, allocation_ratio: number, reserved = 0) => ({
    total,
    reserved,
    min_unit: 1,
    max_unit: total,
    step_size: 1,
    allocation_ratio,
  });
  if (gpu) return { [GPU_CLASS]: row(1, 1) };
  return { VCPU: row(host.cores, 16), MEMORY_MB: row(host.memoryMb, 1.5, 512), DISK_GB: row(host.diskGb, 1) };
}
