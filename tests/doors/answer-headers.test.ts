import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { writeKey } from '../../server/src/core/ground/keys/write-key.ts';
import type { Browser } from '../../server/src/web/test-browser.ts';
import { openEveryDoor, type EveryDoor, type Route } from '../testing/every-door.ts';
import { exchange } from '../testing/raw-http.ts';

/** What everybody may read and cache, below the API. */
const PUBLIC_DOCUMENTS = ['/api/v1/availability', '/api/v1/openapi.json', '/api/mcp/server-card'];

for (const siteUrl of ['https://gpu.example.com', 'http://localhost:8080']) {
  describe(`every answer of ${siteUrl}`, () => {
    let door: EveryDoor;
    let signedIn: Browser;
    const keys: Record<'rest' | 'mcp', string> = { rest: '', mcp: '' };
    before(async () => {
      door = await openEveryDoor({ siteUrl });
      signedIn = await door.web.person({ email: 'operator@example.com', operates: 'owner' });
      const { accountId } = (await door.web.cloud.customer('10')).ctx;
      const { ctx } = door.web;
      for (const kind of ['rest', 'mcp'] as const) {
        keys[kind] = (await ctx.transact((tx) => writeKey(tx, ctx, { accountId, kind, access: 'full', name: 'tests' }))).text;
      }
    });
    after(async () => {
      await door.close();
      assert.deepEqual(door.web.bugs, [], 'something was answered with 500');
    });

    const check = (what: string, path: string, header: (name: string) => string | null | undefined) => {
      assert.equal(header('x-content-type-options'), 'nosniff', what);
      assert.match(header('x-request-id') ?? '', /^req_[0-9a-f]{32}$/, what);
      assert.equal(header('strict-transport-security') ?? null, siteUrl.startsWith('https:') ? 'max-age=31536000' : null, what);
      const kept = header('cache-control') ?? '';
      const everybodys = !path.startsWith('/api/') || PUBLIC_DOCUMENTS.includes(path);
      assert.match(kept, everybodys ? /^(no-store|public, max-age=\d+(, immutable)?)$/ : /^no-store$/, what);
    };
    const at = ({ path }: Route) => path.replaceAll(/:\w+|\*/g, 'x');

    test('says that it is what it says, who may keep it, and by which protocol to come back, to whoever asks', async () => {
      assert.ok(door.routes.length > 300, String(door.routes.length));
      for (const route of door.routes) {
        const path = at(route);
        const credentials = [
          {},
          { authorization: `Bearer ${path === '/api/mcp' ? keys.mcp : keys.rest}` },
          // A writing request of a console would end the session, or change who may use it.
          ...(route.method === 'GET' ? [{ cookie: [...signedIn.cookies].map((pair) => pair.join('=')).join('; ') }] : []),
        ];
        for (const headers of credentials) {
          const answer = await door.web.browser().ask({ method: route.method, path, headers: { accept: 'text/html, */*', ...headers } });
          check(`${route.method} ${path} ${Object.keys(headers)}: ${answer.status}`, path, (name) => answer.headers.get(name));
        }
      }
    });

    test('says so also of what was read, of what is not there, and of what is no HTTP', async () => {
      for (const path of ['/api/console/me', '/api/console/operator/accounts', '/api/auth/get-session', '/api/none', '/none']) {
        const answer = await signedIn.get(path);
        check(`${path}: ${answer.status}`, path, (name) => answer.headers.get(name));
      }
      assert.equal((await signedIn.get('/api/console/me')).status, 200);
      const port = Number(new URL(door.web.url).port);
      for (const bytes of ['nonsense\r\n\r\n', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`]) {
        const { status, headers } = await exchange(port, bytes, 'andClose');
        assert.equal(status, 400);
        check('no HTTP', '/api/', (name) => headers[name]);
      }
    });
  });
}

describe('an Upgrade that is not granted', () => {
  let door: EveryDoor;
  before(async () => {
    door = await openEveryDoor();
  });
  after(() => door.close());
  const send = (head: string, body = '') =>
    exchange(
      Number(new URL(door.web.url).port),
      `${head.replaceAll('\n', '\r\n')}\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );

  for (const upgrade of [
    'Connection: Upgrade, HTTP2-Settings, close\nUpgrade: h2c\nHTTP2-Settings: AAMAAABkAAQAAP__',
    'Connection: Upgrade, close\nUpgrade: websocket',
  ]) {
    test(`is as if it had not been asked for: ${/Upgrade: (\w+)$/m.exec(upgrade)?.[1] ?? 'h2c'}`, async () => {
      assert.equal((await send(`GET /healthz HTTP/1.1\n${upgrade}`)).body, '{"status":"ok"}');
      for (const path of ['/', '/fr', '/docs', '/api/v1/availability'])
        assert.equal((await send(`GET ${path} HTTP/1.1\n${upgrade}`)).status, 200, path);
      assert.equal((await send(`GET /api/servers HTTP/1.1\n${upgrade}`)).status, 401);
      const signIn = `POST /api/auth/sign-in/email HTTP/1.1\n${upgrade}\nOrigin: http://localhost:8080\nContent-Type: application/json`;
      const refused = await send(signIn, '{"email":"nobody@example.com","password":"whatever it is"}');
      assert.equal(refused.status, 401);
      assert.match(refused.body, /INVALID_EMAIL_OR_PASSWORD/);
    });
  }

  test('at the address of the serial console is refused with a reason to the page of another site', async () => {
    const socket =
      'GET /serial-console/socket HTTP/1.1\nConnection: Upgrade\nUpgrade: websocket\nSec-WebSocket-Version: 13\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==';
    const foreign = await send(`${socket}, close\nOrigin: https://evil.example`.replace('Upgrade\n', 'Upgrade, close\n'));
    assert.equal(foreign.status, 403);
    assert.match(foreign.body, /FORBIDDEN_ORIGIN/);
  });

  test('what a request says of its body’s encoding matters to no page', async () => {
    for (const path of ['/', '/docs', '/sitemap.xml', '/favicon.ico', '/none', '/login']) {
      const plain = await send(`GET ${path} HTTP/1.1\nConnection: close\nAccept: text/html`);
      for (const encoding of ['x', 'gzip', 'br, x']) {
        const told = await send(`GET ${path} HTTP/1.1\nConnection: close\nAccept: text/html\nContent-Encoding: ${encoding}`);
        assert.equal(told.status, plain.status, `${path} ${encoding}`);
      }
    }
  });
});
