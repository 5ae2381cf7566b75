import { setTimeout as sleep } from 'node:timers/promises';
import { addMs, SECOND_MS } from '../../kit/clock.ts';
import { CloudServer } from './cloud/cloud-shapes.ts';
import { cloudTime } from './cloud-time.ts';
import { OWNER, SERVER } from './machine/machine-marks.rules.ts';
import type { OpenstackDeps } from './openstack-deps.ts';

/** Nova notifies only its own programs of changes; others can ask what has changed since a given moment. */
const ASK_EVERY_MS = 5 * SECOND_MS;
/** Nova stores whole seconds, and may record a change in progress a moment after it is asked. */
const OVERLAP_MS = 5 * SECOND_MS;

/**
 * Ids of servers whose machine has changed, whoever changed it, until the signal aborts. One list of changes, however many machines there
 * are. @throws CloudError, CloudUnreachable, CloudUnusable: the cloud does not report changes
 */
export async function* followChanges(
  deps: Pick<OpenstackDeps, 'client' | 'clock' | 'layout'>,
  signal: AbortSignal,
  options: { everyMs?: number } = {},
): AsyncGenerator<string> {
  try {
    yield* askForChanges(deps, signal, options);
  } catch (error) {
    // The caller may have stopped following during the request.
    if (!signal.aborted) throw error;
  }
}

async function* askForChanges(
  deps: Pick<OpenstackDeps, 'client' | 'clock' | 'layout'>,
  signal: AbortSignal,
  { everyMs = ASK_EVERY_MS }: { everyMs?: number },
): AsyncGenerator<string> {
  const { client, layout } = deps;
  let since = await cloudTime(deps, signal);
  let told: ReadonlyMap<string, string> = new Map();
  while (await pause(everyMs, signal)) {
    const asked = await cloudTime(deps, signal);
    const query = new URLSearchParams({ 'changes-since': addMs(since, -OVERLAP_MS).toISOString() });
    const changed = await client.list('compute', `/servers/detail?${query}`, { key: 'servers', shape: CloudServer }, signal);
    since = asked;
    const seen = new Map(changed.map((server) => [server.id, stateOf(server)]));
    const news = changed.filter(({ id }) => told.get(id) !== seen.get(id));
    told = seen;
    for (const server of news) {
      const serverId = serverIdOf(server, layout.owner);
      if (serverId !== null) yield serverId;
    }
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(ms, undefined, { signal });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

function stateOf(server: CloudServer): string {
  return [server.updated, server.status, server['OS-EXT-STS:task_state'] ?? '', server.host_status ?? ''].join(' ');
}

/** For a deleted machine nova still reports the name, but no longer its metadata. */
function serverIdOf({ name, status, metadata }: CloudServer, owner: string): string | null {
  if (metadata[OWNER] === owner) return metadata[SERVER] ?? null;
  return status === 'DELETED' && metadata[OWNER] === undefined && name.startsWith('srv-') ? name.replace('-', '_') : null;
}
