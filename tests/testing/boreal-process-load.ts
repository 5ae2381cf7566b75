import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { ServerDetail, type ServerAction } from '../../contract/servers/servers.ts';
import { seedOf, unitAt } from '../../server/src/engines/simulated/seeded.rules.ts';
import { randomIp, type Call, type CallAnswer } from './boreal-process-client.ts';

/** What a customer knows of a server of theirs, from answers alone. */
export interface KnownServer {
  readonly id: string;
  /** Where it was last asked to be. */
  wanted: 'ACTIVE' | 'STOPPED' | 'HIBERNATED' | 'DELETED';
  /** Rules added and not removed. */
  readonly ruleIds: Set<number>;
}

/** A request that was accepted, with its first answer. */
export interface AcceptedPost {
  readonly request: Call;
  readonly body: unknown;
}

/** A customer who does things at random and, when no answer comes, asks the same again until one does. */
export interface LoadClient {
  readonly servers: Map<string, KnownServer>;
  readonly accepted: AcceptedPost[];
  /** Answers that must never be given: 5xx. */
  readonly failures: string[];
  /** Goes on until the signal, then finishes what was begun. */
  run(until: AbortSignal): Promise<void>;
}

export interface LoadOptions {
  /** Sends a request, to whom it may be. @throws when there is no answer */
  readonly send: (request: Call) => Promise<CallAnswer>;
  readonly name: string;
  readonly seed: string;
  readonly key: string;
  readonly sshKeyId: string;
  readonly productIds: readonly string[];
  /** The test is over: nobody may come up again whom the same could be asked. */
  readonly over: AbortSignal;
}

const MOST_SERVERS = 4;

const wantedBy = {
  start: 'ACTIVE',
  stop: 'STOPPED',
  reboot: 'ACTIVE',
  hibernate: 'HIBERNATED',
  'hibernate-restore': 'ACTIVE',
} as const satisfies Record<ServerAction, KnownServer['wanted']>;

export function loadClient(options: LoadOptions): LoadClient {
  const { send, name, key, sshKeyId, productIds, over } = options;
  const seed = seedOf(options.seed, name);
  const servers = new Map<string, KnownServer>();
  const accepted: AcceptedPost[] = [];
  const failures: string[] = [];
  let rolls = 0;
  let posts = 0;

  const roll = (below: number) => Math.floor(unitAt(seed, (rolls += 1)) * below);
  const pick = <T>(from: readonly T[]): T | undefined => from[roll(from.length)];

  const insist = async (request: Call): Promise<CallAnswer> => {
    for (;;) {
      const answer = await send({ ...request, key, ip: randomIp() }).catch(() => null);
      if (answer && answer.status >= 500)
        failures.push(`${request.method} ${request.path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      // Nobody answered, or the transaction of the request that was cut off has not ended yet: the same again.
      else if (answer && answer.error !== 'IDEMPOTENCY_IN_PROGRESS' && answer.error !== 'Too many requests') return answer;
      await sleep(100, undefined, { signal: over });
    }
  };
  const post = async (path: string, json: unknown): Promise<CallAnswer> => {
    const request = { method: 'POST', path, json, idempotencyKey: `${name}-${(posts += 1)}` } as const;
    const answer = await insist(request);
    if (answer.status < 300) accepted.push({ request: { ...request, key }, body: answer.body });
    return answer;
  };

  const deploy = async () => {
    const answer = await post('/servers', { productId: pick(productIds), sshKeyId });
    if (answer.status !== 201) return;
    const { data } = z.object({ data: z.object({ id: z.string() }) }).parse(answer.body);
    servers.set(data.id, { id: data.id, wanted: 'ACTIVE', ruleIds: new Set() });
  };
  const act = async (server: KnownServer) => {
    const seen = await insist({ path: `/servers/${server.id}` });
    const { data } = z.object({ data: ServerDetail }).parse(seen.body);
    const action = pick(data.allowedActions);
    if (action === undefined) return;
    const answer = await post(`/servers/${server.id}/actions`, { action });
    if (answer.status === 200) server.wanted = wantedBy[action];
  };
  const remove = async (server: KnownServer) => {
    await insist({ method: 'DELETE', path: `/servers/${server.id}` });
    server.wanted = 'DELETED';
  };
  const addRule = async (server: KnownServer) => {
    const answer = await post(`/servers/${server.id}/firewall`, {
      direction: 'ingress',
      protocol: 'tcp',
      portRangeMin: 1000 + roll(20_000),
    });
    if (answer.status !== 201) return;
    server.ruleIds.add(z.object({ data: z.object({ id: z.int() }) }).parse(answer.body).data.id);
  };
  const removeRule = async (server: KnownServer) => {
    const [ruleId] = server.ruleIds;
    if (ruleId === undefined) return addRule(server);
    const removed = await insist({ method: 'DELETE', path: `/servers/${server.id}/firewall`, json: { ruleId } });
    // Repeated after a cut connection it is gone already.
    if (![200, 404].includes(removed.status)) failures.push(`rule ${ruleId} is not removed: ${JSON.stringify(removed.body)}`);
    server.ruleIds.delete(ruleId);
  };

  return {
    servers,
    accepted,
    failures,
    run: async (until) => {
      while (!until.aborted) {
        const alive = [...servers.values()].filter(({ wanted }) => wanted !== 'DELETED');
        const server = pick(alive);
        const what = roll(10);
        if (server === undefined || (what < 3 && alive.length < MOST_SERVERS)) await deploy();
        else if (what < 6) await act(server);
        else if (what === 6) await remove(server);
        else if (what === 7) await removeRule(server);
        else await addRule(server);
        await sleep(20 + roll(80));
      }
    },
  };
}
