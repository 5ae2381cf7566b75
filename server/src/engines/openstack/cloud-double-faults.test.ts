import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { proxyProbe } from '../parts/ssh-probe.ts';
import { startCloudDouble, type CloudDouble } from './testing/cloud-double.ts';

const { signal } = new AbortController();
const Token = z.object({
  token: z.object({ catalog: z.array(z.object({ type: z.string(), endpoints: z.array(z.object({ url: z.string() })) })) }),
});

describe('the double of OpenStack, when something goes wrong', () => {
  let cloud: CloudDouble;
  let ask: Awaited<ReturnType<typeof askerOf>>;
  before(async () => {
    cloud = await startCloudDouble({ paceMs: 3 });
    ask = await askerOf(cloud);
  });
  after(() => cloud.close());

  async function machine(): Promise<string> {
    const { body } = await ask('compute', 'POST /servers', { server: await wanted() });
    const { id } = z.object({ server: z.object({ id: z.string() }) }).parse(body).server;
    await rests(id, ['ACTIVE', 'ERROR']);
    return id;
  }
  async function wanted() {
    const { body } = await ask('compute', 'GET /flavors');
    const [flavor] = z.object({ flavors: z.array(z.object({ id: z.string() })) }).parse(body).flavors;
    const networks = z.object({ networks: z.array(z.object({ id: z.string(), name: z.string() })) });
    const network = networks.parse((await ask('network', 'GET /v2.0/networks')).body).networks.find(({ name }) => name === 'priv');
    return { name: 'x', imageRef: cloud.image.id, flavorRef: flavor?.id, networks: [{ uuid: network?.id }] };
  }
  const find = (id: string) => cloud.servers().find((server) => server.id === id);
  async function rests(id: string, statuses: readonly string[]): Promise<void> {
    for (let tries = 0; tries < 2000; tries += 1) {
      const server = find(id);
      if (server && statuses.includes(server.status) && server.taskState === null) return;
      await sleep(3);
    }
    assert.fail(`${id} is ${find(id)?.status}, and not ${statuses.join(' or ')}`);
  }

  test('an answer that is lost is of work that was done', async () => {
    const before = cloud.servers().length;
    cloud.faults.once(({ method, path }) => (method === 'POST' && path.endsWith('/servers') ? 'lost' : 'passed'));
    await assert.rejects(ask('compute', 'POST /servers', { server: await wanted() }));
    assert.equal(cloud.servers().length, before + 1);
  });

  test('a connection that is dropped is of work that was not done', async () => {
    const before = cloud.servers().length;
    cloud.faults.once(({ method, path }) => (method === 'POST' && path.endsWith('/servers') ? 'dropped' : 'passed'));
    await assert.rejects(ask('compute', 'POST /servers', { server: await wanted() }));
    assert.equal(cloud.servers().length, before);
  });

  test('a rule answers once with what it is given, and others are not touched by it', async () => {
    cloud.faults.once(({ service }) => (service === 'network' ? { status: 503, headers: { 'Retry-After': '1' } } : 'passed'));
    assert.equal((await ask('compute', 'GET /flavors')).status, 200);
    const refused = await ask('network', 'GET /v2.0/ports');
    assert.deepEqual([refused.status, refused.retryAfter], [503, '1']);
    assert.equal((await ask('network', 'GET /v2.0/ports')).status, 200);
  });

  test('a service that is down answers nobody, and is the same when it is back', async () => {
    await cloud.faults.down('network');
    await assert.rejects(ask('network', 'GET /v2.0/ports'));
    assert.equal((await ask('compute', 'GET /flavors')).status, 200);
    await cloud.faults.up('network');
    assert.equal((await ask('network', 'GET /v2.0/ports')).status, 200);
  });

  test('a token that was revoked is refused', async () => {
    cloud.faults.revokeTokens();
    assert.equal((await ask('compute', 'GET /servers')).status, 401);
    ask = await askerOf(cloud);
  });

  test('a boot that fails ends in ERROR with a fault', async () => {
    cloud.faults.nextBootFails(() => true, 'a disk is broken');
    const id = await machine();
    assert.deepEqual([find(id)?.status, find(id)?.fault?.message], ['ERROR', 'a disk is broken']);
  });

  test('what is asked of a host that is away waits until it is back, but a deletion', async () => {
    const [stopped, removed] = [await machine(), await machine()];
    cloud.faults.hostDown('kvm1');
    assert.equal((await ask('compute', `POST /servers/${stopped}/action`, { 'os-stop': null })).status, 202);
    assert.equal((await ask('compute', `DELETE /servers/${removed}`)).status, 204);
    assert.equal(find(removed), undefined);
    assert.equal(find(stopped)?.taskState, 'powering-off');
    cloud.faults.hostUp('kvm1');
    await rests(stopped, ['SHUTOFF']);
  });

  test('quotas are kept, each with its service’s own status', async () => {
    cloud.computeQuota.instances = cloud.servers().length;
    cloud.networks.quota.floatingip = 0;
    cloud.volumes.quota.volumes = 0;
    const external = [...cloud.networks.networks.values()].find(({ name }) => name === 'public');
    const refused = [
      await ask('compute', 'POST /servers', { server: await wanted() }),
      await ask('network', 'POST /v2.0/floatingips', { floatingip: { floating_network_id: external?.id } }),
      await ask('volumev3', 'POST /volumes', { volume: { size: 1 } }),
    ];
    assert.deepEqual(
      refused.map(({ status }) => status),
      [403, 409, 413],
    );
    cloud.computeQuota.instances = -1;
    cloud.networks.quota.floatingip = -1;
  });

  test('a guest greets on its SSH port when it is up and its rules let one in', async () => {
    const probe = proxyProbe(cloud.probeProxy);
    const id = await machine();
    const port = [...cloud.networks.ports.values()].find(({ device_id }) => device_id === id);
    const ipv4 = port?.fixed_ips[0]?.ip_address ?? '';
    const greets = () => probe({ ipv4, hostName: 'kvm1' }, { limitMs: 1000, signal });
    assert.equal(await greets(), false);
    const rule = {
      security_group_id: port?.security_groups[0],
      direction: 'ingress',
      protocol: 'tcp',
      port_range_min: 22,
      port_range_max: 22,
    };
    assert.equal((await ask('network', 'POST /v2.0/security-group-rules', { security_group_rule: rule })).status, 201);
    assert.equal(await greets(), true);
    cloud.faults.guestPowersOff(id);
    assert.equal(find(id)?.status, 'SHUTOFF');
    assert.equal(await greets(), false);
  });

  test('it leaves nothing behind when it is closed', async () => {
    const other = await startCloudDouble();
    const { port } = new URL(other.authUrl);
    await other.close();
    const refused = await new Promise<boolean>((resolve) => {
      const socket = connect({ port: Number(port), host: '127.0.0.1' });
      socket.once('error', () => resolve(true));
      socket.once('connect', () => resolve(false));
    });
    assert.equal(refused, true);
  });
});

async function askerOf(cloud: CloudDouble) {
  const { name, password, project } = cloud.users.demo;
  const domain = { id: 'default' };
  const identity = { methods: ['password'], password: { user: { name, domain, password } } };
  const signedIn = await fetch(`${cloud.authUrl}/auth/tokens`, {
    method: 'POST',
    body: JSON.stringify({ auth: { identity, scope: { project: { name: project.name, domain } } } }),
  });
  const token = signedIn.headers.get('x-subject-token') ?? '';
  const { catalog } = Token.parse(await signedIn.json()).token;
  const urls = new Map(catalog.map(({ type, endpoints }) => [type, endpoints[0]?.url ?? '']));
  return async (service: string, what: string, body?: unknown) => {
    const [method = 'GET', path = ''] = what.split(' ');
    const answer = await fetch(`${urls.get(service)}${path}`, {
      method,
      headers: { 'X-Auth-Token': token, 'OpenStack-API-Version': 'compute 2.91' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const json: unknown = text === '' ? null : JSON.parse(text);
    return { status: answer.status, body: json, retryAfter: answer.headers.get('retry-after') };
  };
}
