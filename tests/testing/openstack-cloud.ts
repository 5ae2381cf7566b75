import assert from 'node:assert/strict';
import { z } from 'zod';
import { createCloudClient } from '../../server/src/engines/openstack/cloud-client.ts';
import { cloudSettings } from '../../server/src/engines/openstack/cloud-settings.rules.ts';
import { proxyProbe } from '../../server/src/engines/parts/ssh-probe.ts';
import { startCloudDouble, type CloudDouble } from '../../server/src/engines/openstack/testing/cloud-double.ts';
import { PROBES_FROM } from '../../server/src/engines/openstack/testing/double-guests.ts';
import { systemClock } from '../../server/src/kit/clock.ts';
import { addSshKey, call, expectData, type Call } from './boreal-process-client.ts';
import { operator } from './boreal-process-command.ts';
import { makeBorealHome, type BorealHome } from './boreal-process-home.ts';
import { freePort, until, untilSettled } from './boreal-process.ts';

const Server = z.object({ id: z.string(), status: z.string(), task: z.string().nullable(), ipv4: z.string().nullable() });
type Server = z.infer<typeof Server>;

/** A whole Boreal in its own process, on the double of OpenStack: one zone of somebody else's project (`l4`), two hosts of ours (`h100-sxm`). */
export interface OpenstackCloud {
  readonly double: CloudDouble;
  /** Boreal's ids of its hosts, by their names. */
  readonly hostIds: ReadonlyMap<string, string>;
  send<T extends z.ZodType>(request: Omit<Call, 'key'>, expected: { status?: number; data: T }): Promise<z.output<T>>;
  /** Deploys and answers the id; not yet ACTIVE. */
  deploy(productId: string): Promise<string>;
  /** @throws when a server of it can be bought */
  isSoldOut(productId: string): Promise<void>;
  /** Waits until the server has this status and nothing is done to it any more. */
  rests(id: string, status: string): Promise<Server>;
  act(id: string, action: string): Promise<void>;
  /** Whether the SSH port of an address answers from outside. */
  answers(ipv4: string): Promise<boolean>;
  operate(...args: readonly string[]): Promise<string>;
  /** Waits until the cloud has nothing of ours: servers, ports, floating addresses, groups, volumes. */
  nothingIsLeft(): Promise<void>;
  close(): Promise<void>;
}

const RESTS_WITHIN_MS = 60_000;
const PROBE_MS = 2_000;
const { signal } = new AbortController();
const WithId = z.object({ id: z.string() });

export async function startOpenstackCloud(): Promise<OpenstackCloud> {
  const double = await startCloudDouble();
  const home = await makeBorealHome();
  try {
    return await openCloud(double, home);
  } catch (error) {
    await home.close();
    await double.close();
    throw error;
  }
}

async function openCloud(double: CloudDouble, home: BorealHome): Promise<OpenstackCloud> {
  const signIn = async (name: string, user: CloudDouble['users']['admin']) => ({
    [`${name}_OS_AUTH_URL`]: double.authUrl,
    [`${name}_OS_USERNAME`]: user.name,
    [`${name}_OS_PASSWORD`]: user.password,
    [`${name}_OS_PROJECT_NAME`]: user.project.name,
    [`${name}_OS_USER_DOMAIN_NAME`]: user.domain,
    [`${name}_OS_PROJECT_DOMAIN_NAME`]: user.domain,
    // An administrator sees the networks of all projects, and several have this name.
    [`${name}_OPENSTACK_NETWORK`]: await networkOf(double, user),
    [`${name}_OPENSTACK_FLOATING_NETWORK`]: 'public',
    [`${name}_OPENSTACK_PROBE_PROXY`]: double.probeProxy,
    [`${name}_OPENSTACK_PROBE_FROM`]: PROBES_FROM,
  });
  const environment = {
    BOREAL_PORT: String(await freePort()),
    BOREAL_ENGINES: 'theirs=openstack,ours=openstack',
    ...(await signIn('THEIRS', double.users.demo)),
    THEIRS_OPENSTACK_FLAVORS: 'l4x1=lab.nano',
    ...(await signIn('OURS', double.users.admin)),
    OURS_OPENSTACK_CLOUD: 'ours',
    OURS_OPENSTACK_GPU_ALIASES: 'h100-sxm=h100',
  };
  const boreal = await home.start(environment);
  const operate = async (...args: readonly string[]) => {
    const done = await operator({ ...environment, BOREAL_DATA_DIR: home.dataDir }, ...args);
    assert.equal(done.code, 0, `${args.join(' ')}: ${done.stdout}${done.stderr}`);
    return done.stdout;
  };
  const hostIds = await setUp(operate, double.image.name);
  const before = kept(double);
  const [{ restKey: key }] = (await home.demo()).customers;
  const probe = proxyProbe(double.probeProxy);

  const cloud: OpenstackCloud = {
    double,
    hostIds,
    operate,
    send: (asked, expected) => expectData(boreal, { ...asked, key }, expected),
    async deploy(productId) {
      return (await cloud.send({ method: 'POST', path: '/servers', json: { productId, sshKeyId } }, { status: 201, data: WithId })).id;
    },
    async isSoldOut(productId) {
      const answer = await call(boreal, { method: 'POST', path: '/servers', json: { productId, sshKeyId }, key });
      assert.deepEqual([answer.status, answer.error], [409, 'PLAN_NOT_AVAILABLE']);
    },
    async rests(id, status) {
      try {
        return await until(
          `${id} is ${status}`,
          RESTS_WITHIN_MS,
          () => cloud.send({ path: `/servers/${id}` }, { data: Server }),
          (seen) => seen.status === status && seen.task === null,
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
    answers: (ipv4) => probe({ ipv4, hostName: '' }, { limitMs: PROBE_MS, signal }),
    async nothingIsLeft() {
      const look = async () => kept(double);
      const same = (seen: typeof before) => JSON.stringify(seen) === JSON.stringify(before);
      await untilSettled('nothing is left in the cloud', { stillMs: RESTS_WITHIN_MS, look, holds: same });
    },
    async close() {
      await home.close();
      await double.close();
    },
  };
  const sshKeyId = await addSshKey(boreal, key);
  return cloud;
}

/** The id of a project's own network. */
async function networkOf(double: CloudDouble, user: CloudDouble['users']['admin']): Promise<string> {
  const words = {
    auth_url: double.authUrl,
    username: user.name,
    password: user.password,
    project_name: user.project.name,
    user_domain_name: user.domain,
    project_domain_name: user.domain,
  };
  const client = createCloudClient(cloudSettings(words, null), { clock: systemClock() });
  const Network = z.object({ id: z.string(), project_id: z.string() });
  const found = await client.list('network', '/v2.0/networks?name=priv', { key: 'networks', shape: Network }, signal);
  client.close();
  const own = found.find(({ project_id }) => project_id === user.project.id);
  assert.ok(own, `${user.name} has a network`);
  return own.id;
}

/** How many things the cloud has of each kind. */
function kept(double: CloudDouble) {
  const { networks, volumes } = double;
  const { ports, floatingIps, groups } = networks;
  return {
    servers: double.servers().length,
    ports: ports.size,
    floatingIps: floatingIps.size,
    groups: groups.size,
    volumes: volumes.volumes.size,
  };
}

/** What an operator does before the first sale. */
async function setUp(operate: OpenstackCloud['operate'], image: string): Promise<ReadonlyMap<string, string>> {
  const add = async (...args: readonly string[]) => WithId.parse(JSON.parse(await operate(...args, '--json'))).id;
  const [theirs, ours] = await Promise.all([
    add('pool', 'add', 'theirs', '--model', 'l4', '--engine', 'theirs', '--machines', 'vm', '--without-gpus'),
    add('pool', 'add', 'ours', '--model', 'h100-sxm', '--engine', 'ours', '--machines', 'vm'),
    operate('image', 'add', image, '--name', 'Guest', '--username', 'root', '--default'),
  ]);
  const hosts = [
    ['az1', '--pool', theirs, '--gpus', '4'],
    ['gpu1', '--pool', ours],
    ['gpu2', '--pool', ours],
  ] as const;
  return new Map(await Promise.all(hosts.map(async ([name, ...rest]) => [name, await add('host', 'add', name, ...rest)] as const)));
}
