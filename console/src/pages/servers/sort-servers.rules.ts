import { endpointOf } from '@boreal/contract/servers/ssh-command.ts';
import { ServerStatus } from '@boreal/contract/servers/servers.ts';
import { sortRows, type SortValue } from '../../parts/sort-rows.rules.ts';
import type { ServerSort } from './server-sort.ts';
import type { LiveServer } from './use-live-servers.ts';

type Sortable = Pick<LiveServer, 'name' | 'status' | 'gpu' | 'ipv4' | 'sshPort' | 'hourlyRate' | 'monthlyCost' | 'createdAt'>;

/** In the order of a column; what has nothing in it comes last, either way. Without a column, as they came. */
export function sortServers<S extends Sortable>(
  servers: readonly S[],
  { sort, desc }: { sort: ServerSort | null; desc: boolean },
): readonly S[] {
  if (sort === null) return servers;
  return sortRows(servers, { valueOf: (server) => valueOf(server, sort), desc });
}

function valueOf(server: Sortable, sort: ServerSort): SortValue {
  switch (sort) {
    case 'name':
      return server.name;
    case 'status':
      return ServerStatus.options.indexOf(server.status);
    case 'gpu':
      return server.gpu;
    case 'address':
      return endpointOf(server);
    case 'rate':
      return server.hourlyRate;
    case 'cost':
      return server.status === 'DELETED' || (server.status === 'HIBERNATED' && server.hourlyRate !== null) ? null : server.monthlyCost;
    case 'created':
      return server.createdAt;
  }
}
