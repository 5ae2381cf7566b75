import { z } from 'zod';
import type { OddThing } from '../cloud/cloud-client.ts';
import { CloudServer } from '../cloud/cloud-shapes.ts';
import { OWNER, SERVER } from './machine-marks.rules.ts';
import type { OpenstackDeps } from '../openstack-deps.ts';

/** An existing machine that cannot be read: nova cannot reach its cell, or describes it in an unknown format. */
export interface UnreadServer extends OddThing {
  readonly status: string;
  readonly metadata: Readonly<Record<string, string>>;
}

export type SeenServer = { readonly read: CloudServer; readonly unread: null } | { readonly read: null; readonly unread: UnreadServer };

const Unread = z.object({
  id: z.string(),
  name: z.string().nullish().catch(null),
  status: z.string().catch(''),
  metadata: z.record(z.string(), z.string()).catch({}),
});

const Seen = z.unknown().transform((server, context): SeenServer => {
  const read = CloudServer.safeParse(server);
  if (read.success) return { read: read.data, unread: null };
  const why = z.prettifyError(read.error);
  const unread = Unread.safeParse(server);
  if (unread.success) return { read: null, unread: { ...unread.data, name: unread.data.name ?? null, why } };
  context.addIssue({ code: 'custom', message: why });
  return z.NEVER;
});
const One = z.object({ server: Seen });

/** Machines of the project, or those that a query selects. The caller decides about unreadable ones: they may be ours. */
export async function listServers(
  { client }: Pick<OpenstackDeps, 'client'>,
  query: string,
  signal: AbortSignal,
): Promise<{ readonly servers: readonly CloudServer[]; readonly unread: readonly UnreadServer[] }> {
  const seen = await client.list('compute', `/servers/detail${query}`, { key: 'servers', shape: Seen }, signal);
  const unread = seen.flatMap((one) => one.unread ?? []);
  for (const one of unread) client.noteOdd('servers', one);
  return { servers: seen.flatMap(({ read }) => read ?? []), unread };
}

/** A machine by nova's own id; null: there is none. */
export async function findServer({ client }: Pick<OpenstackDeps, 'client'>, id: string, signal: AbortSignal): Promise<SeenServer | null> {
  return (await client.find('compute', `/servers/${id}`, One, signal))?.server ?? null;
}

/**
 * Deleted machines that nova keeps for a while (`reclaim_instance_interval`): with everything that belongs to them, and in no other list.
 * This query works for everybody, and excludes machines that are gone.
 */
export async function listSoftDeleted(deps: Pick<OpenstackDeps, 'client'>, signal: AbortSignal): Promise<readonly CloudServer[]> {
  const query = new URLSearchParams({ status: 'SOFT_DELETED', 'changes-since': '1970-01-01T00:00:00Z' });
  return (await listServers(deps, `?${query}`, signal)).servers;
}

/** The server that a machine belongs to; null if it is none of ours, or does not say. */
export function serverIdIn({ metadata }: Pick<UnreadServer, 'metadata'>, { owner }: { readonly owner: string }): string | null {
  return metadata[OWNER] === owner ? (metadata[SERVER] ?? null) : null;
}
