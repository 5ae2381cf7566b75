import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { after, test } from 'node:test';
import { freshAddress } from '../../server/src/web/test-browser.ts';
import { brokenRequests } from '../fuzz/attacks.ts';
import { exchange, listen, type RawAnswer } from '../testing/raw-http.ts';
import { openRestCloud, SITE_URL } from '../testing/rest-cloud.ts';

// Whatever bytes are sent over a socket, the answer is one that a program can read, and never 500. What is made up goes
// through the fuzzer: tests/fuzz.
const rest = await openRestCloud();
const alice = await rest.member('1000');
const port = await listen(rest.app);
after(() => rest.close());

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

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

function bytesOf({ method: verb, path: to, headers, body: text }: Sent): string {
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
  return [`${verb} /api${to} HTTP/1.1`, ...lines, `Content-Length: ${Buffer.byteLength(text)}`, 'Connection: close', '', text].join('\r\n');
}

test('every method there is, on what is and what is not, is answered', async () => {
  // CONNECT asks for a tunnel and has no path; Node closes the connection.
  for (const verb of METHODS.filter((one) => one !== 'CONNECT')) {
    for (const to of ['/servers', '/v1/availability', '/nothing']) {
      const typed = bytesOf({ method: verb, path: to, headers: [], body: '' });
      // Fastify has a rule of its own for a method that is nothing without a body: it wants the body's type.
      for (const bytes of [typed, typed.replace('Content-Type: application/json\r\n', '')]) check(await exchange(port, bytes), bytes);
    }
  }
});

test('what is no HTTP is answered with 400, or the connection is closed', async () => {
  for (const bytes of brokenRequests) {
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
    const bytes = bytesOf({ method: 'POST', path: '/settings/ssh-keys', headers: [['Expect', expectation]], body });
    check(await exchange(port, bytes), bytes);
  });
}
