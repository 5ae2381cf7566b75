import { endpointOf } from '@boreal/contract/ssh-command.ts';
import { ServerStatus } from '@boreal/contract/servers.ts';
import type { ServerSort } from './server-sort.ts';
import type { LiveServer } from './use-live-servers.ts';

type Sortable = Pick<LiveServer, 'name' | 'status' | 'gpu' | 'ipv4' | 'sshPort' | 'hourlyRate' | 'monthlyCost' | 'createdAt'>;

/** In the order of a column; what has nothing in it comes last, either way. Without a column, as they came. */
export function sortServers<S extends Sortable>(
  servers: readonly S[],
  { sort, desc }: { sort: ServerSort | null; desc: boolean },
): readonly S[] {
  if (sort === null) return servers;
  const turn = desc ? -1 : 1;
  return servers.toSorted((a, b) => {
    const [first, second] = [valueOf(a, sort), valueOf(b, sort)];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return (
      turn * (typeof first === 'number' && typeof second === 'number' ? first - second : natural.compare(String(first), String(second)))
    );
  });
}

/** node-2 before node-10, and accents and capitals where a reader expects them. */
const natural = new Intl.Collator(undefined, { numeric: true });

function valueOf(server: Sortable, sort: ServerSort): string | number | null {
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
      return server.status === 'HIBERNATED' && server.hourlyRate !== null ? null : server.monthlyCost;
    case 'created':
      return server.createdAt;
  }
}
