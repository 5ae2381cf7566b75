import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { exchange, listen, type RawAnswer } from './testing/raw-http.ts';
import { freshAddress, openRestCloud, SITE_URL } from './testing/rest-cloud.ts';
import { freshPublicKey, save } from './testing/walk-world.ts';

// Whatever is sent, the answer is one that a program can read, and never 500. Bytes go over a real socket, as they are.
const rest = await openRestCloud({ hosts: [{ model: 'l4', cards: 8 }] });
const alice = await rest.member('1000');
const server = await alice.deploy('l4-x1');
await rest.cloud.settle();
const { backupId } = await save(alice, server);
await rest.cloud.settle();
const port = await listen(rest.app);
after(() => rest.close());

/** More of them find more: BOREAL_FUZZ_RUNS=10000. */
const RUNS = { numRuns: Number(process.env['BOREAL_FUZZ_RUNS'] ?? 300) };

/** Never a bug, always JSON with an `error` when it is a refusal, and always with the request's name. */
function check({ status, headers, body }: RawAnswer, sent: string): void {
  const told = `${JSON.stringify(sent.slice(0, 500))} → ${status} ${body.slice(0, 500)}`;
  assert.ok(status >= 200 && status < 500, told);
  assert.match(headers['x-request-id'] ?? '', /^req_/, told);
  if (sent.startsWith('HEAD ') || status === 204 || status === 304) return;
  assert.match(headers['content-type'] ?? '', /^application\/json/, told);
  const json: unknown = JSON.parse(body);
  assert.ok(typeof json === 'object' && json !== null && ('error' in json || status < 300), told);
}

const oddText = fc.constantFrom(
  '%00',
  '%',
  '%zz',
  '%2F',
  '%252F',
  '..',
  '/',
  '//',
  '\\',
  ';',
  '?',
  '&',
  '=',
  '#',
  '%E0%A4%A',
  '%F0%9F%A6%AB',
  '%ED%A0%80',
  'é',
  '🦫',
  "'",
  '"',
  '`',
  '$',
  '{id}',
  ':id',
  '*',
  '+',
  ' ',
  '\t',
  '~',
  '%0d%0a',
  'x'.repeat(3000),
);
const word = fc.oneof(
  fc.string({ maxLength: 12 }),
  oddText,
  fc.constantFrom(
    server,
    alice.sshKeyId,
    'servers',
    'v1',
    'settings',
    'ssh-keys',
    'firewall',
    'actions',
    '1',
    '-1',
    '__proto__',
    'constructor',
  ),
);
const template = fc.constantFrom(...rest.document.operations.map(({ path }) => path));
const path = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(template, word).map(([text, id]) => text.replaceAll(/\{\w+\}/g, () => id)) },
  { weight: 2, arbitrary: template.map((text) => text.replace('{id}', server).replace('{backupId}', backupId)) },
  { weight: 1, arbitrary: fc.array(word, { maxLength: 5 }).map((words) => `/${words.join('/')}`) },
);
const names = [...new Set(rest.document.operations.flatMap(({ query }) => query.map(({ name }) => name)))];
const query = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...names), word), word), { maxLength: 4 })
  .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.map(([name, text]) => `${name}=${text}`).join('&')}`));

const fields = [...new Set(rest.document.operations.flatMap(({ body }) => Object.keys(body?.properties ?? {})))];
const known = fc.constantFrom<unknown>(
  'l4-x1',
  alice.sshKeyId,
  'canada-montreal',
  'ingress',
  'tcp',
  'IPv4',
  'IPv6',
  '::/0',
  'reboot',
  443,
  0,
  1e308,
  -0,
  2 ** 53,
  null,
  '\ud800',
  '\u0000',
  '',
);
const value = fc.oneof({ weight: 3, arbitrary: known }, { weight: 1, arbitrary: fc.jsonValue() });
const content = fc.oneof(
  { weight: 4, arbitrary: fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 7 }).map((found) => JSON.stringify(found)) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 50 }) },
  { weight: 1, arbitrary: fc.constantFrom('', '{', '{"__proto__":{}}', `${'['.repeat(9000)}`, `{"name":"${'x'.repeat(70_000)}"}`) },
);
const header = fc.tuple(
  fc.constantFrom(
    'Authorization',
    'Origin',
    'Content-Type',
    'Accept-Language',
    'Idempotency-Key',
    'If-None-Match',
    'X-Request-Id',
    'X-Forwarded-For',
    'Accept',
    'Cookie',
    'Upgrade',
    'Range',
    'X-HTTP-Method-Override',
    'Host',
    'Content-Encoding',
    'TE',
  ),
  fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.constantFrom(
      '',
      '*',
      'null',
      'fr;q=0.5,*;q=',
      'application/json',
      'text/plain',
      'gzip',
      'bytes=0-1',
      'websocket',
      `Bearer ${alice.key}`,
      'Bearer',
      '1.2.3.4, ::1',
      'x'.repeat(3000),
      '"',
      'W/"',
    ),
  ),
);
const method = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('GET', 'POST', 'DELETE') },
  { weight: 1, arbitrary: fc.constantFrom('PUT', 'PATCH', 'HEAD', 'OPTIONS') },
);

type NearlyRight = [path: string, body: () => object];

/** Requests that are nearly right: they get past the door, into what lies behind it. */
const near = fc
  .tuple(
    fc.constantFrom<NearlyRight>(
      ['/servers', () => ({ productId: 'l4-x1', sshKeyId: alice.sshKeyId, name: 'fuzz' })],
      ['/settings/ssh-keys', () => ({ name: 'fuzz', publicKey: freshPublicKey() })],
      [`/servers/${server}/firewall`, () => ({ direction: 'egress', protocol: 'tcp', portRangeMin: 1, portRangeMax: 9 })],
      [`/servers/${server}/actions`, () => ({ action: 'reboot' })],
      [`/servers/${server}/backups`, () => ({})],
      [`/servers/${server}/backups/${backupId}/restore`, () => ({ name: 'fuzz', expectedHourlyRateCad: 1.09 })],
    ),
    fc.dictionary(
      fc.constantFrom('name', 'expectedHourlyRateCad', 'portRangeMin', 'portRangeMax', 'remoteIpPrefix', 'sshKeyId', 'publicKey', 'action'),
      value,
      {
        maxKeys: 1,
      },
    ),
    fc.option(fc.oneof(fc.string({ minLength: 1, maxLength: 5 }), fc.constantFrom('a', 'b'))),
  )
  .map(([[to, good], changed, key]) => ({
    method: 'POST' as const,
    path: to,
    query: '',
    headers: key === null ? [] : [['Idempotency-Key', key] as const satisfies [string, string]],
    body: JSON.stringify({ ...good(), ...changed }),
  }));

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

function bytesOf({ method: verb, path: to, query: asked, headers, body: text }: Sent): string {
  const given = new Set(headers.map(([name]) => name));
  const usual: [string, string][] = [
    ['Host', 'x'],
    ['Authorization', `Bearer ${alice.key}`],
    ['Origin', SITE_URL],
    ['Content-Type', 'application/json'],
    ['X-Forwarded-For', freshAddress()],
  ];
  const all = [...usual.filter(([name]) => !given.has(name)), ...headers];
  const lines = all.map(([name, content]) => `${name}: ${content.replaceAll(/[\r\n]/g, ' ')}`);
  // In a request line a space or a line's end would end the address: they are sent as bytes in another test.
  const address = `${to}${asked}`.replaceAll(/[\s#]/g, (one) => encodeURIComponent(one));
  return [`${verb} /api${address} HTTP/1.1`, ...lines, `Content-Length: ${Buffer.byteLength(text)}`, 'Connection: close', '', text].join(
    '\r\n',
  );
}

test('no request, however odd, is answered with 500 or with what is no JSON', async () => {
  const seen = new Set<number>();
  const odd = fc.record({ method, path, query, headers: fc.array(header, { maxLength: 3 }), body: content });
  await fc.assert(
    fc.asyncProperty(fc.oneof({ weight: 3, arbitrary: odd }, { weight: 1, arbitrary: near }), async (request) => {
      const bytes = bytesOf(request);
      const answer = await exchange(port, bytes);
      check(answer, bytes);
      seen.add(answer.status);
      // So that no limit is met, and work that was accepted is done.
      rest.cloud.clock.advance(60_000);
      await rest.cloud.settle();
    }),
    RUNS,
  );
  assert.deepEqual(
    [200, 201, 400, 404].filter((status) => !seen.has(status)),
    [],
    'requests came everywhere',
  );
});

test('every method there is, on what is and what is not, is answered', async () => {
  // CONNECT asks for a tunnel and has no path; Node closes the connection.
  for (const verb of METHODS.filter((one) => one !== 'CONNECT')) {
    for (const to of ['/servers', '/v1/availability', '/nothing']) {
      const typed = bytesOf({ method: verb, path: to, query: '', headers: [], body: '' });
      // Fastify has a rule of its own for a method that is nothing without a body: it wants the body's type.
      for (const bytes of [typed, typed.replace('Content-Type: application/json\r\n', '')]) check(await exchange(port, bytes), bytes);
    }
  }
});

test('what is no HTTP is answered with 400, or the connection is closed', async () => {
  const requests = [
    'nonsense\r\n\r\n',
    '\r\n\r\n',
    '\0\0\0\0',
    'GET\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'GET /api/v1/gpu HTTP/1.1\r\nbad header\r\n\r\n',
    'GET /api/a b HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /api/\x01 HTTP/1.1\r\nHost: x\r\n\r\n',
    `GET /api/${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `GET /api/v1/gpu HTTP/1.1\r\nHost: x\r\n${'A: b\r\n'.repeat(3000)}\r\n`,
    'POST /api/servers HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
    'POST /api/servers HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'POST /api/servers HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: nonsense\r\n\r\n',
    'GET http://evil.example/api/v1/gpu HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  ];
  for (const bytes of requests) {
    const answer = await exchange(port, Buffer.from(bytes, 'latin1'), 'andClose');
    if (answer.status !== 0) check(answer, bytes);
    assert.ok(
      answer.status === 0 || (answer.status >= 400 && answer.status < 500),
      `${JSON.stringify(bytes.slice(0, 60))} → ${answer.status}`,
    );
  }
});

test('a request whose body never comes, or ends too soon, does no harm', async () => {
  const authorized = `Host: x\r\nAuthorization: Bearer ${alice.key}\r\nOrigin: ${SITE_URL}\r\nContent-Type: application/json\r\nX-Forwarded-For: ${freshAddress()}`;
  const before = await alice.balance();
  const cut = await exchange(port, `POST /api/servers HTTP/1.1\r\n${authorized}\r\nContent-Length: 500\r\n\r\n{"productId":`, 'andClose');
  assert.ok(cut.status === 0 || cut.status === 400, `${cut.status} ${cut.body}`);
  assert.equal(await alice.balance(), before);
  const bytes = `GET /api/credits HTTP/1.1\r\n${authorized}\r\nConnection: close\r\n\r\n`;
  check(await exchange(port, bytes), bytes);
});

for (const expectation of ['100-continue', 'a miracle']) {
  test(`who expects ${expectation} is answered like the rest`, async () => {
    const body = JSON.stringify({ name: 'expected' });
    const bytes = bytesOf({ method: 'POST', path: '/settings/ssh-keys', query: '', headers: [['Expect', expectation]], body });
    check(await exchange(port, bytes), bytes);
  });
}
