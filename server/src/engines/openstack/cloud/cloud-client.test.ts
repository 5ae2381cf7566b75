import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, beforeEach, test } from 'node:test';
import { z } from 'zod';
import { addMs, HOUR_MS, systemClock } from '../../../kit/clock.ts';
import { createCloudClient } from './cloud-client.ts';
import { causeOf, CloudError, CloudUnreachable, CloudUnusable } from './cloud-errors.ts';
import { cloudSettings } from './cloud-settings.rules.ts';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly token: string | undefined;
  readonly version: string | undefined;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const { signal } = new AbortController();
const Any = z.unknown();

let asked: Asked[] = [];
let signIns = 0;
/** The next answers of services, in turn; afterwards the usual one. */
let next: Answer[] = [];
/** What the cloud's catalog has beside compute in RegionOne. */
let regions = ['RegionOne'];
/** Which endpoints each service has. */
let interfaces = ['public'];
/** Other services, and where the catalog says that they are. */
let others: { type: string; path: string }[] = [];
const serviceAt = ({ type, path }: { type: string; path: string }) => ({
  type,
  endpoints: [{ interface: 'public', region_id: 'RegionOne', url: `${origin()}${path}` }],
});
let issued = { at: new Date(), lives: HOUR_MS };

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

const cloud = createServer((request, response) => {
  const path = request.url ?? '';
  request.resume();
  if (path === '/v3') return json(200, {})(request, response);
  if (path === '/v3/auth/tokens') {
    signIns += 1;
    const endpoints = regions.flatMap((region) =>
      interfaces.map((name) => ({
        interface: name,
        region_id: region,
        url: `${origin()}/${region}/${name === 'public' ? '' : `${name}-`}compute/`,
      })),
    );
    return json(
      201,
      {
        token: {
          issued_at: issued.at.toISOString(),
          expires_at: addMs(issued.at, issued.lives).toISOString(),
          project: { id: 'p1' },
          roles: [{ name: 'member' }],
          catalog: [{ type: 'compute', endpoints }, ...others.map((other) => serviceAt(other))],
        },
      },
      { 'X-Subject-Token': `token-${signIns}` },
    )(request, response);
  }
  const version = request.headers['openstack-api-version'];
  asked.push({
    method: request.method ?? '',
    path,
    token: request.headers['x-auth-token']?.toString(),
    version: version?.toString(),
  });
  if (version !== undefined) response.setHeader('OpenStack-API-Version', version);
  (next.shift() ?? json(200, { done: true }))(request, response);
});
await new Promise<void>((resolve) => cloud.listen(0, '127.0.0.1', resolve));
after(() => cloud.close());

function origin(): string {
  const at = cloud.address();
  assert.ok(at !== null && typeof at === 'object');
  return `http://127.0.0.1:${(at satisfies AddressInfo).port}`;
}

const clients: { close(): void }[] = [];
after(() => clients.forEach((client) => client.close()));

function open(words: Record<string, string> = {}, clock = systemClock()) {
  const all = { auth_url: origin(), username: 'u', password: 'p', project_name: 'p', ...words };
  const client = createCloudClient(cloudSettings(all, null), { clock });
  clients.push(client);
  return client;
}

beforeEach(() => {
  asked = [];
  signIns = 0;
  next = [];
  regions = ['RegionOne'];
  interfaces = ['public'];
  others = [];
  issued = { at: new Date(), lives: HOUR_MS };
});

test('many calls sign in once, and say which version they were written for', async () => {
  const client = open();
  await Promise.all([1, 2, 3].map((n) => client.read('compute', `/servers/${n}`, Any, signal)));
  assert.equal(signIns, 1);
  assert.deepEqual(
    asked.map(({ path }) => path).toSorted(),
    [1, 2, 3].map((n) => `/RegionOne/compute/servers/${n}`),
  );
  assert.deepEqual(new Set(asked.map(({ version }) => version)), new Set(['compute 2.91']));
});

test('a token is renewed before it ends, whatever the cloud’s clock says, and once when it is refused', async () => {
  let now = new Date();
  issued = { at: addMs(now, -5 * HOUR_MS), lives: HOUR_MS };
  const client = open({}, { now: () => now, wall: () => now, scale: 1 });
  const call = () => client.read('compute', '/x', Any, signal);
  await call();
  now = addMs(now, 0.9 * HOUR_MS);
  await call();
  assert.equal(signIns, 1);
  now = addMs(now, 0.05 * HOUR_MS);
  await call();
  assert.equal(signIns, 2);
  next = [json(401, { error: { message: 'no', code: 401 } })];
  await client.change('compute', { method: 'POST', path: '/y' }, Any, signal);
  assert.deepEqual(
    asked.slice(-2).map(({ token }) => token),
    ['token-2', 'token-3'],
  );
  next = [json(401, {}), json(401, {})];
  await assert.rejects(call(), (error) => error instanceof CloudError && error.status === 401);
});

test('what reads is asked again when the line breaks; what changes is not', async () => {
  const cut: Answer = (request) => request.socket.destroy();
  const client = open();
  next = [cut];
  assert.deepEqual(await client.read('compute', '/x', Any, signal), { done: true });
  assert.equal(asked.length, 2);
  next = [cut];
  await assert.rejects(client.change('compute', { method: 'POST', path: '/y', body: {} }, Any, signal), CloudUnreachable);
  assert.equal(asked.length, 3);
});

test('what changes does not go over a connection that was idle, which a service may be about to drop', async () => {
  const client = open();
  const sockets: unknown[] = [];
  const note: Answer = (request, response) => {
    sockets.push(request.socket.remotePort);
    json(200, {})(request, response);
  };
  next = [note, note, note];
  await client.read('compute', '/a', Any, signal);
  await client.change('compute', { method: 'POST', path: '/b', body: {} }, Any, signal);
  await client.read('compute', '/c', Any, signal);
  assert.notEqual(sockets[0], sockets[1]);
  assert.equal(sockets[0], sockets[2]);
});

test('too many requests are asked again as late as the cloud wants, changes too; a cloud that wants minutes is not waited for', async () => {
  const client = open();
  next = [json(429, { overLimit: { message: 'slow down', code: 429 } }, { 'Retry-After': '0' })];
  await client.change('compute', { method: 'POST', path: '/x', body: {} }, Any, signal);
  assert.equal(asked.length, 2);
  next = [json(503, {}, { 'Retry-After': '0' })];
  await client.read('compute', '/x', Any, signal);
  next = [json(503, {}, { 'Retry-After': '0' })];
  await assert.rejects(client.change('compute', { method: 'POST', path: '/x' }, Any, signal), CloudError);
  next = [json(429, {}, { 'Retry-After': '120' })];
  await assert.rejects(
    client.read('compute', '/x', Any, signal),
    (error) => error instanceof CloudError && error.retryAfterSeconds === 120 && error.status === 429,
  );
});

test('413 is too many requests where the cloud says when to come back, and a limit that is reached where it does not', async () => {
  const client = open();
  const over = { overLimit: { message: 'This request was rate-limited.', code: 413 } };
  next = [json(413, over, { 'Retry-After': '0' })];
  await client.change('compute', { method: 'POST', path: '/x', body: {} }, Any, signal);
  assert.equal(asked.length, 2);
  next = [json(413, over)];
  await assert.rejects(client.change('compute', { method: 'POST', path: '/x', body: {} }, Any, signal), (error) => {
    assert.ok(error instanceof CloudError);
    return error.status === 413 && error.retryAfterSeconds === null && causeOf(error) === 'quota';
  });
  assert.equal(asked.length, 3);
  // Cinder, of a project whose volumes are as large as they may be together.
  const quota = {
    overLimit: { message: 'VolumeSizeExceedsAvailableQuota: Requested volume or snapshot exceeds allowed gigabytes quota.' },
  };
  next = [json(413, quota, { 'Retry-After': '120' })];
  await assert.rejects(
    client.change('compute', { method: 'POST', path: '/x', body: {} }, Any, signal),
    (error) => error instanceof CloudError && causeOf(error) === 'quota',
  );
  assert.equal(asked.length, 4);
});

test('of three endpoints of each service that is asked which was named, and the public one where none was', async () => {
  interfaces = ['admin', 'internal', 'public'];
  const paths = { public: 'compute', internal: 'internal-compute', admin: 'admin-compute', internalURL: 'internal-compute' };
  for (const [name, path] of Object.entries(paths)) {
    await open({ interface: name }).read('compute', '/x', Any, signal);
    assert.equal(asked.at(-1)?.path, `/RegionOne/${path}/x`);
  }
  await open().read('compute', '/x', Any, signal);
  assert.equal(asked.at(-1)?.path, '/RegionOne/compute/x');
  interfaces = ['public'];
  await assert.rejects(
    open({ interface: 'internal' }).read('compute', '/x', Any, signal),
    /no nova in the region .* with internal endpoints.*OS_INTERFACE/,
  );
});

test('a catalog may name the version of a service that is asked for with it', async () => {
  for (const network of ['/network', '/network/', '/network/v2.0', '/network/v2.0/']) {
    others = [
      { type: 'network', path: network },
      { type: 'image', path: '/image/v2' },
      { type: 'block-storage', path: '/volume/v3/p1' },
    ];
    const client = open();
    await client.read('network', '/v2.0/ports', Any, signal);
    await client.read('image', '/v2/images', Any, signal);
    await client.read('volume', '/volumes', Any, signal);
    assert.deepEqual(
      asked.slice(-3).map(({ path }) => path),
      ['/network/v2.0/ports', '/image/v2/images', '/volume/v3/p1/volumes'],
    );
  }
});

test('all pages of a list are read, by the query of the next one', async () => {
  const client = open();
  next = [
    json(200, { servers: ['a', 'b'], servers_links: [{ rel: 'next', href: 'http://inside.example/v2.1/servers?marker=b&limit=2' }] }),
    json(200, { servers: ['c'] }),
  ];
  assert.deepEqual(await client.list('compute', '/servers?limit=2', { key: 'servers', shape: z.string() }, signal), ['a', 'b', 'c']);
  assert.deepEqual(asked[1]?.path, '/RegionOne/compute/servers?marker=b&limit=2');
});

test('a refusal tells its status and its words, whichever service’s form they have', async () => {
  const client = open();
  const forms = [
    { conflictingRequest: { message: 'busy', code: 409 } },
    { NeutronError: { type: 'IpAddressInUse', message: 'busy', detail: '' } },
    { errors: [{ title: 'Conflict', detail: 'busy', status: 409 }] },
  ];
  for (const form of forms) {
    next = [json(409, form)];
    await assert.rejects(client.read('compute', '/x', Any, signal), /409 .*busy/);
  }
  next = [(_, response) => response.writeHead(404).end('<html><p>not here</p></html>')];
  assert.equal(await client.find('compute', '/x', Any, signal), null);
  next = [json(404, {})];
  await client.remove('compute', '/x', signal);
});

test('a cloud that is too old, has several regions or not the one that was named is not used, with a sentence', async () => {
  next = [json(406, { computeFault: { message: 'no such version', code: 406 } })];
  await assert.rejects(open().read('compute', '/x', Any, signal), /nova is too old.*Zed/);
  next = [
    json(406, { computeFault: { message: 'Version 2.91 is not supported by the API. Minimum is 2.1 and maximum is 2.90.', code: 406 } }),
  ];
  await assert.rejects(
    open().read('compute', '/x', Any, signal),
    /nova is too old: it speaks 2\.1 to 2\.90, .*2\.91.*Zed.*Upgrade the cloud/,
  );
  const title = 'Not Acceptable';
  next = [json(406, { errors: [{ status: 406, title, detail: 'Unacceptable version header', min_version: '1.40', max_version: '1.52' }] })];
  others = [{ type: 'placement', path: '/placement' }];
  await assert.rejects(open().read('placement', '/x', Any, signal), /placement .*only 1\.40 to 1\.52, .*1\.36.*Upgrade Boreal/);
  others = [];
  regions = ['A', 'B'];
  await assert.rejects(open().read('compute', '/x', Any, signal), /several regions: A, B\. .*OS_REGION_NAME/);
  await open({ region_name: 'B' }).read('compute', '/x', Any, signal);
  assert.equal(asked.at(-1)?.path, '/B/compute/x');
  await assert.rejects(open({ region_name: 'C' }).read('compute', '/x', Any, signal), CloudUnusable);
  await assert.rejects(open({ region_name: 'B' }).read('network', '/x', Any, signal), /no neutron/);
});

test('an answer in another version than was asked for, or in none, is not believed', async () => {
  const unversioned: typeof next = [
    (request, response) => (response.removeHeader('OpenStack-API-Version'), json(200, {})(request, response)),
  ];
  next = [json(200, {}, { 'OpenStack-API-Version': 'compute 2.1' })];
  await assert.rejects(open().read('compute', '/x', Any, signal), /nova at .* answers in the version compute 2\.1, .*compute 2\.91/);
  next = unversioned;
  await assert.rejects(
    open().read('compute', '/x', Any, signal),
    /nova at .* knows no microversions, .*openstack endpoint list --service nova/,
  );
  // A service that has none is asked for none.
  others = [{ type: 'network', path: '/network' }];
  await open().read('network', '/x', Any, signal);
});

test('whoever answers where one signs in is there, whatever they say', async () => {
  assert.equal(await open().answers(signal), true);
  assert.equal(await open({ auth_url: 'http://127.0.0.1:9' }).answers(signal), false);
});
