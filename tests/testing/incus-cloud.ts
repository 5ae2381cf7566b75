import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { isIPv6 } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { z } from 'zod';
import { OVERCOMMITTED, lab as furniture } from '../../dev/incus/furnish.ts';
import type { Lab } from '../../dev/incus/lab.ts';
import { createIncusClient, type IncusClient } from '../../server/src/engines/incus/client/incus-client.ts';
import { startIncusProxy, type IncusProxy } from '../../server/src/engines/incus/testing/incus-proxy.ts';
import { startTestLab } from '../../server/src/engines/incus/testing/test-lab.ts';
import { systemClock } from '../../server/src/kit/clock.ts';
import { expectData, type Call } from './boreal-process-client.ts';
import { operator } from './boreal-process-command.ts';
import { makeBorealHome, type BorealHome } from './boreal-process-home.ts';
import { freePort, NODE, ROOT, until, untilSettled, type BorealProcess, type Environment } from './boreal-process.ts';

/** What is read of a server's detail. */
const Server = z.object({
  id: z.string(),
  status: z.string(),
  task: z.string().nullable(),
  ipv4: z.string().nullable(),
  sshPort: z.int().nullable(),
  ipv6: z.string().nullable(),
});
export type Server = z.infer<typeof Server>;

/** A whole Boreal in its own process, on its own Incus, with a customer who has credit and an SSH key. */
export interface IncusCloud {
  readonly lab: Lab;
  /** Between Boreal and Incus. */
  readonly proxy: IncusProxy;
  readonly home: BorealHome;
  readonly client: IncusClient;
  readonly environment: Environment;
  boreal: BorealProcess;
  /** The first customer's key. */
  readonly key: string;
  readonly sshKeyId: string;
  send<T extends z.ZodType>(request: Omit<Call, 'key'>, expected: { status?: number; data: T }): Promise<z.output<T>>;
  /** Deploys and answers the id; not yet ACTIVE. */
  deploy(name: string): Promise<string>;
  server(id: string): Promise<Server>;
  /** Waits until the server has this status and nothing is done to it any more. */
  rests(id: string, status: string): Promise<Server>;
  act(id: string, action: string): Promise<void>;
  /** Logs in from outside with the customer's key; what the command wrote. */
  ssh(ip: string, command: string, port?: number): Promise<string>;
  /** The host key that a machine shows to somebody outside. */
  hostKey(ip: string): Promise<string>;
  /** Whether somebody outside reaches a port. */
  reaches(ip: string, port: number): Promise<boolean>;
  operate(...args: readonly string[]): Promise<string>;
  /** Waits until nothing is on the engine any more, machines, backups, rules, volumes, and no address is held. */
  nothingIsLeft(): Promise<void>;
  close(): Promise<void>;
}

/** Real machines on a busy test computer: far longer than any of it takes. */
export const RESTS_WITHIN_MS = 90_000;
const ENDED_WITHIN_MS = 60_000;
const { signal } = new AbortController();

/** `besides`: further Incus, by the names that their engines get; nothing is declared of them yet. `environment`: further settings. */
export async function startIncusCloud(
  options: { places?: number; direct?: boolean; besides?: Readonly<Record<string, Lab>>; environment?: Environment } = {},
): Promise<IncusCloud> {
  const besides = Object.entries(options.besides ?? {});
  const lab = await startTestLab();
  const proxy = await startIncusProxy({ socketPath: join(lab.dir, 'proxy.sock'), to: lab.socketPath });
  const home = await makeBorealHome();
  const folder = await mkdtemp(join(tmpdir(), 'boreal-ssh-'));
  const client = createIncusClient({ socketPath: lab.socketPath }, { clock: systemClock(), project: 'default' });
  const environment = {
    BOREAL_PORT: String(await freePort()),
    BOREAL_ENGINES: ['incus', ...besides.map(([name]) => `${name}=incus`)].join(','),
    INCUS_URL: `unix://${options.direct ? lab.socketPath : proxy.socketPath}`,
    INCUS_NETWORK: furniture.network,
    INCUS_PROBE_PROXY: `unix://${lab.hostRelay}`,
    ...Object.fromEntries(
      besides.flatMap(([name, beside]) => [
        [`${name.toUpperCase()}_INCUS_URL`, `unix://${beside.socketPath}`],
        [`${name.toUpperCase()}_INCUS_PROBE_PROXY`, `unix://${beside.hostRelay}`],
      ]),
    ),
    ...options.environment,
  };
  const boreal = await home.start(environment);
  const place = { ...environment, BOREAL_DATA_DIR: home.dataDir };
  const operate = async (...args: readonly string[]) => {
    const done = await operator(place, ...args);
    assert.equal(done.code, 0, `${args.join(' ')}: ${done.stdout}${done.stderr}`);
    return done.stdout;
  };
  await setUp(operate, options.places ?? 8);
  const [customer] = (await home.demo()).customers;
  const { restKey: key } = customer;
  const identity = join(folder, 'key');
  await execute('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'story', '-f', identity]);
  const WithId = z.object({ id: z.string() });
  const ssh = (ip: string, command: string, { knownHosts = '/dev/null', port = 22 }: { knownHosts?: string; port?: number }) => {
    const through = `ProxyCommand=${NODE} ${join(ROOT, 'dev/incus/connect.ts')} ${lab.outsideRelay} %h %p`;
    const settings = [
      'StrictHostKeyChecking=no',
      `UserKnownHostsFile=${knownHosts}`,
      'LogLevel=ERROR',
      'BatchMode=yes',
      'ConnectTimeout=20',
      through,
    ];
    return execute('ssh', [
      '-p',
      String(port),
      '-i',
      identity,
      ...settings.flatMap((setting) => ['-o', setting]),
      `${furniture.username}@${ip}`,
      command,
    ]);
  };

  const cloud: IncusCloud = {
    lab,
    proxy,
    home,
    client,
    environment,
    boreal,
    key,
    get sshKeyId() {
      return sshKeyId;
    },
    operate,
    send: (asked, expected) => expectData(cloud.boreal, { ...asked, key }, expected),
    deploy: async (name) => {
      const json = { productId: 'l4-x1', sshKeyId, name };
      return (await cloud.send({ method: 'POST', path: '/servers', json }, { status: 201, data: WithId })).id;
    },
    server: (id) => cloud.send({ path: `/servers/${id}` }, { data: Server }),
    async rests(id, status) {
      try {
        return await until(
          `${id} is ${status}`,
          RESTS_WITHIN_MS,
          () => cloud.server(id),
          (seen) => seen.status === status && seen.task === null,
        );
      } catch (error) {
        throw new Error(cloud.boreal.stderr().slice(-4000), { cause: error });
      }
    },
    act: async (id, action) => {
      await cloud.send(
        { method: 'POST', path: `/servers/${id}/actions`, json: { action } },
        { data: z.object({ status: z.literal('accepted') }) },
      );
    },
    ssh: (ip, command, port) => ssh(ip, command, { ...(port !== undefined && { port }) }),
    async hostKey(ip) {
      const known = join(folder, `known-${ip}`);
      await ssh(ip, 'true', { knownHosts: known });
      return (await readFile(known, 'utf8')).split(' ').slice(1).join(' ');
    },
    reaches: (ip, port) => reaches(lab.outsideRelay, ip, port),
    nothingIsLeft: async () => {
      // An Incus that was killed just now may not answer yet.
      const look = async () => {
        const names = await namesOnEngine(client).catch(() => ['Incus does not answer']);
        // Addresses are given back last.
        return names.length > 0 || /IPv4 .* 0 +\d+ +0\nIPv6 .* 0 +\d+ +0\n/.test(await operate('address', 'list')) ? names : ['addresses'];
      };
      try {
        await untilSettled('nothing is left on the engine', { stillMs: RESTS_WITHIN_MS, look, holds: (names) => names.length === 0 });
      } catch (error) {
        throw new Error(`${await stillThere(cloud)}\n${cloud.boreal.stderr().slice(-4000)}`, { cause: error });
      }
    },
    async close() {
      client.close();
      await home.close();
      await proxy.close();
      await lab.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  const publicKey = await readFile(`${identity}.pub`, 'utf8');
  const { id: sshKeyId } = await cloud.send(
    { method: 'POST', path: '/settings/ssh-keys', json: { name: 'story', publicKey } },
    { status: 201, data: WithId },
  );
  return cloud;
}

/** What an operator does before the first sale, on a machine without GPUs. */
async function setUp(operate: IncusCloud['operate'], places: number): Promise<void> {
  await operate('image', 'add', furniture.image, '--name', 'Guest', '--username', furniture.username, '--default');
  const Made = z.object({ id: z.string() });
  const pool = Made.parse(
    JSON.parse(await operate('pool', 'add', 'lab', '--model', 'l4', '--engine', 'incus', '--without-gpus', '--json')),
  );
  const { items } = z
    .object({ items: z.array(z.object({ name: z.string() })) })
    .parse(JSON.parse(await operate('engine', 'hosts', '--json')));
  const host = Made.parse(
    JSON.parse(await operate('host', 'add', items[0]?.name ?? '', '--pool', pool.id, '--gpus', String(places), '--json')),
  );
  await operate('host', 'limit', host.id, ...OVERCOMMITTED);
  await operate('address', 'add', furniture.addressesV4, '--engine', 'incus');
  await operate('address', 'add', furniture.addressesV6, '--engine', 'incus');
  assert.match(
    await operate('engine', 'check', '--engine', 'incus'),
    /has all that it needs[^]*From a server, \d+ ports .* tried: 0 answered/,
  );
}

const Names = z.array(z.object({ name: z.string() }));

async function namesOnEngine(client: IncusClient): Promise<string[]> {
  const paths = [
    '/1.0/instances?recursion=1',
    '/1.0/network-acls?recursion=1',
    `/1.0/storage-pools/${furniture.storagePool}/volumes/custom?recursion=1`,
  ];
  const found = await Promise.all(paths.map(async (path) => (await client.read(path, Names, signal)).value.map(({ name }) => name)));
  // Who drives the engine stays written there.
  return found.flat().filter((name) => !name.startsWith('boreal-'));
}

/** What of Boreal and of Incus tells why something does not go away. */
async function stillThere({ client, lab, operate }: IncusCloud): Promise<string> {
  const read = (path: string) => client.read(path, z.unknown(), signal).then(({ value }) => value, String);
  const servers = (await namesOnEngine(client).catch(() => [])).filter((name) => name.startsWith('srv-'));
  const told = {
    servers: await Promise.all(servers.map((name) => operate('server', 'show', name.replace('-', '_'), '--json').catch(String))),
    instances: await read('/1.0/instances?recursion=1'),
    acls: await read('/1.0/network-acls'),
    operations: await read('/1.0/operations?recursion=1'),
  };
  const log = await readFile(join(lab.dir, 'incusd.log'), 'utf8').catch(String);
  return `${inspect(told, { depth: 8, breakLength: 140 })}\n${log.split('\n').slice(-30).join('\n')}`;
}

function reaches(socketPath: string, ip: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request({ socketPath, method: 'CONNECT', path: `${isIPv6(ip) ? `[${ip}]` : ip}:${port}`, timeout: 1000 });
    const end = (reached: boolean) => {
      asked.destroy();
      resolve(reached);
    };
    asked.on('connect', (answer) => end(answer.statusCode === 200));
    asked.on('timeout', () => end(false));
    asked.on('error', () => end(false));
    asked.end();
  });
}

function execute(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, [...args], { timeout: ENDED_WITHIN_MS }, (error, out, err) => {
      const late = error?.killed ? `not within ${ENDED_WITHIN_MS / 1000} s; it wrote: ${out}` : '';
      if (error) reject(new Error(`${program} ${args.at(-1)}: ${late}${err || error.message}`, { cause: error }));
      else resolve(out.trim());
    });
  });
}
