import assert from 'node:assert/strict';
import { cp, rm } from 'node:fs/promises';
import { z } from 'zod';
import { proxyProbe } from '../../server/src/engines/parts/ssh-probe.ts';
import { call, expectData, type Call } from './boreal-process-client.ts';
import { operator } from './boreal-process-command.ts';
import { makeBorealHome, type BorealHome } from './boreal-process-home.ts';
import { freePort, until, untilSettled, type BorealProcess, type Environment } from './boreal-process.ts';

const Server = z.object({ id: z.string(), status: z.string(), task: z.string().nullable(), ipv4: z.string().nullable() });
type Server = z.infer<typeof Server>;

/** An OpenStack with a project of somebody else's and one of ours, as a test sets Boreal on it. */
export interface SoldCloud {
  /** How Boreal signs in to both, `theirs` and `ours`, and uses them. */
  readonly environment: Environment;
  readonly image: { readonly name: string; readonly username: string };
  /** The zone of theirs where servers of `l4` run. */
  readonly zone: string;
  /** How many may run there; 4. */
  readonly places?: number;
  /** Leads to guests from outside. */
  readonly probeProxy: string;
  /** The customer's. */
  readonly publicKey: string;
  /** Longer than anything takes there. */
  readonly restsWithinMs: number;
  /** What the cloud has of these servers, each told in a word: machines, ports, addresses, rules, volumes, keys. */
  left(serverIds: readonly string[]): Promise<readonly string[]>;
  /** The hosts of a server's GPUs, once for each. */
  gpusOf(serverId: string): Promise<readonly string[]>;
  /** How many machines the cloud has of a server: never two. */
  machinesOf(serverId: string): Promise<number>;
  /** What is done while the cloud has no room for another server of theirs. */
  withoutRoom<T>(work: () => Promise<T>): Promise<T>;
  /** Of a server that runs. */
  readonly disk: {
    write(server: Server, text: string): Promise<void>;
    read(server: Server): Promise<string | null>;
  };
  close(): Promise<void>;
}

/** A whole Boreal in its own process, on an OpenStack: one zone of somebody else's project (`l4`), two hosts of ours (`h100-sxm`). */
export interface OpenstackCloud {
  readonly sold: SoldCloud;
  readonly boreal: BorealProcess;
  readonly home: BorealHome;
  /** Boreal's ids of its hosts, by their names. */
  readonly hostIds: ReadonlyMap<string, string>;
  send<T extends z.ZodType>(request: Omit<Call, 'key'>, expected: { status?: number; data: T }): Promise<z.output<T>>;
  /** Deploys and answers the id; not yet ACTIVE. */
  deploy(productId: string): Promise<string>;
  /** @throws when a server of it can be bought */
  isSoldOut(productId: string): Promise<void>;
  /** Waits until the server has this status and nothing is done to it any more. */
  rests(id: string, ...statuses: readonly string[]): Promise<Server>;
  act(id: string, action: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** The credit that the customer has, in CAD. */
  balance(): Promise<number>;
  /** Whether the SSH port of an address answers from outside. */
  answers(ipv4: string): Promise<boolean>;
  operate(...args: readonly string[]): Promise<string>;
  /** Waits until the cloud has nothing of all servers that were deployed. */
  nothingIsLeft(): Promise<void>;
  /** Kills it without its Postgres, and starts it again. */
  killed(): Promise<void>;
  /** Kills it with its Postgres, and removes all that is on its disk; the command is there still. */
  diskLost(): Promise<void>;
  /** Starts it on what is on its disk. */
  started(): Promise<void>;
  /** Restarts it. Answers what starts another Boreal of its own on a copy of its data as it was in between; that, too, is closed with it. */
  copied(): Promise<() => Promise<OpenstackCloud>>;
  close(): Promise<void>;
}

const PROBE_MS = 2_000;
const { signal } = new AbortController();
const WithId = z.object({ id: z.string() });

/** Sets a Boreal on a cloud, which then is closed with it. */
export async function openOpenstackCloud(sold: SoldCloud, home: BorealHome): Promise<OpenstackCloud> {
  try {
    return await openCloud(sold, home);
  } catch (error) {
    await home.close();
    await sold.close();
    throw error;
  }
}

async function openCloud(sold: SoldCloud, home: BorealHome): Promise<OpenstackCloud> {
  const environment = { BOREAL_ENGINES: 'theirs=openstack,ours=openstack', ...sold.environment };
  const [boreal, operate] = await startOn(home, environment);
  const hostIds = await setUp(operate, sold);
  const [{ restKey: key }] = (await home.demo()).customers;
  const json = { name: 'story', publicKey: sold.publicKey };
  const request = { method: 'POST', path: '/settings/ssh-keys', json, key } as const;
  const { id: sshKeyId } = await expectData(boreal, request, { status: 201, data: WithId });
  return cloudOf({ sold, environment, hostIds, sshKeyId, key, deployed: [] }, { home, boreal, operate });
}

interface Shared {
  readonly sold: SoldCloud;
  readonly environment: Environment;
  readonly hostIds: OpenstackCloud['hostIds'];
  readonly sshKeyId: string;
  readonly key: string;
  readonly deployed: string[];
}

async function startOn(home: BorealHome, environment: Environment): Promise<[BorealProcess, OpenstackCloud['operate']]> {
  const own = { BOREAL_PORT: String(await freePort()), ...environment };
  const boreal = await home.start(own);
  const operate = async (...args: readonly string[]) => {
    const done = await operator({ ...own, BOREAL_DATA_DIR: home.dataDir }, ...args);
    assert.equal(done.code, 0, `${args.join(' ')}: ${done.stdout}${done.stderr}`);
    return done.stdout;
  };
  return [boreal, operate];
}

function cloudOf(shared: Shared, own: { home: BorealHome; boreal: BorealProcess; operate: OpenstackCloud['operate'] }): OpenstackCloud {
  const { sold, hostIds, sshKeyId, key, deployed } = shared;
  const { home } = own;
  let { boreal, operate } = own;
  const copies: BorealHome[] = [];
  const probe = proxyProbe(sold.probeProxy);

  const cloud: OpenstackCloud = {
    sold,
    get boreal() {
      return boreal;
    },
    home,
    hostIds,
    operate: (...args) => operate(...args),
    send: (asked, expected) => expectData(boreal, { ...asked, key }, expected),
    async deploy(productId) {
      const { id } = await cloud.send({ method: 'POST', path: '/servers', json: { productId, sshKeyId } }, { status: 201, data: WithId });
      deployed.push(id);
      return id;
    },
    async isSoldOut(productId) {
      const answer = await call(boreal, { method: 'POST', path: '/servers', json: { productId, sshKeyId }, key });
      assert.deepEqual([answer.status, answer.error], [409, 'PLAN_NOT_AVAILABLE']);
    },
    async rests(id, ...statuses) {
      try {
        return await until(
          `${id} is ${statuses.join(' or ')}`,
          sold.restsWithinMs,
          () => cloud.send({ path: `/servers/${id}` }, { data: Server }),
          (seen) => statuses.includes(seen.status) && seen.task === null,
        );
      } catch (error) {
        throw new Error(boreal.stderr().slice(-4000), { cause: error });
      }
    },
    async act(id, action) {
      await cloud.send(
        { method: 'POST', path: `/servers/${id}/actions`, json: { action } },
        { data: z.object({ status: z.literal('accepted') }) },
      );
    },
    remove: async (id) => void (await cloud.send({ method: 'DELETE', path: `/servers/${id}` }, { data: z.object({}) })),
    balance: async () => (await cloud.send({ path: '/credits?summary=1' }, { data: z.object({ balance: z.number() }) })).balance,
    answers: (ipv4) => probe({ ipv4, hostName: '' }, { limitMs: PROBE_MS, signal }),
    async nothingIsLeft() {
      await untilSettled('nothing is left in the cloud', {
        stillMs: sold.restsWithinMs,
        look: () => sold.left(deployed),
        holds: (seen) => seen.length === 0,
      });
    },
    async killed() {
      await boreal.end('SIGKILL');
      await cloud.started();
    },
    async diskLost() {
      const postmaster = await home.postmasterPid();
      await boreal.end('SIGKILL');
      process.kill(postmaster, 'SIGKILL');
      await until('its Postgres ends', 60_000, home.postgresPids, (pids) => pids.length === 0);
      await rm(home.dataDir, { recursive: true });
    },
    started: async () => void ([boreal, operate] = await startOn(home, shared.environment)),
    async copied() {
      const copy = await makeBorealHome();
      copies.push(copy);
      await boreal.end('SIGTERM');
      await cp(home.dataDir, copy.dataDir, { recursive: true, preserveTimestamps: true });
      [boreal, operate] = await startOn(home, shared.environment);
      return async () => {
        const [besides, operateIt] = await startOn(copy, shared.environment);
        return cloudOf(shared, { home: copy, boreal: besides, operate: operateIt });
      };
    },
    async close() {
      for (const copy of copies) await copy.close();
      await home.close();
      await sold.close();
    },
  };
  return cloud;
}

/** What an operator does before the first sale. */
async function setUp(operate: OpenstackCloud['operate'], { image, zone, places = 4 }: SoldCloud): Promise<ReadonlyMap<string, string>> {
  const add = async (...args: readonly string[]) => WithId.parse(JSON.parse(await operate(...args, '--json'))).id;
  const [theirs, ours] = await Promise.all([
    add('pool', 'add', 'theirs', '--model', 'l4', '--engine', 'theirs', '--machines', 'vm', '--without-gpus'),
    add('pool', 'add', 'ours', '--model', 'h100-sxm', '--engine', 'ours', '--machines', 'vm'),
    operate('image', 'add', image.name, '--name', 'Guest', '--username', image.username, '--default'),
  ]);
  const hosts = [
    [zone, '--pool', theirs, '--gpus', String(places)],
    ['gpu1', '--pool', ours],
    ['gpu2', '--pool', ours],
  ] as const;
  return new Map(await Promise.all(hosts.map(async ([name, ...rest]) => [name, await add('host', 'add', name, ...rest)] as const)));
}
