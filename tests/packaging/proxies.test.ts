import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect as http2 } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addSshKey, deploy, untilActive } from '../testing/boreal-process-client.ts';
import { makeBorealHome, type BorealHome, type DemoCustomer } from '../testing/boreal-process-home.ts';
import { freePort, ROOT, type BorealProcess } from '../testing/boreal-process.ts';
import { openChromium, openVisitor, signIn } from '../testing/browser.ts';
import { button } from '../testing/console-page.ts';
import { askProxy, makeProxy, type Proxy, type ProxyName } from '../testing/proxied-boreal.ts';
import { started } from '../testing/started.ts';

const AVAILABILITY = '/api/v1/availability';

for (const name of ['caddy', 'nginx'] as const satisfies readonly ProxyName[]) {
  describe(`Boreal behind the real ${name}, by the package’s file`, () => {
    let [maybeHome, maybeProxy]: [BorealHome?, Proxy?] = [];
    let boreal: BorealProcess;
    let proxy: Proxy;
    let customer: DemoCustomer;
    let environment: Readonly<Record<string, string>>;

    before(async () => {
      const port = await freePort();
      proxy = maybeProxy = await makeProxy(name, [port]);
      environment = { SITE_URL: proxy.siteUrl, BOREAL_PORT: String(port), BOREAL_TIME_SCALE: '40' };
      const home = (maybeHome = await makeBorealHome());
      boreal = await home.start(environment);
      [customer] = (await home.demo()).customers;
      await proxy.start();
    });
    after(async () => {
      await maybeProxy?.stop();
      await maybeHome?.close();
    });

    test('speaks HTTP/2, and sends http to https', async () => {
      const session = http2(proxy.siteUrl, { ca: proxy.ca });
      const stream = session.request({ ':path': AVAILABILITY });
      const status = await new Promise((resolve, reject) => {
        stream.on('response', (headers) => resolve(headers[':status']));
        stream.on('error', reject);
        session.on('error', reject);
      });
      assert.equal(status, 200);
      stream.close();
      session.close();
      const plain = await fetch(`${proxy.plainUrl}/gpus?q=1`, { redirect: 'manual' });
      assert.ok([301, 308].includes(plain.status), String(plain.status));
      const { protocol, hostname, pathname, search } = new URL(plain.headers.get('location') ?? '');
      assert.deepEqual([protocol, hostname, pathname + search], ['https:', 'localhost', '/gpus?q=1']);
    });

    test('compresses what Boreal does not, and leaves alone what it has compressed and how long it is kept', async () => {
      const accept = { 'accept-encoding': 'gzip' };
      for (const path of ['/', AVAILABILITY]) {
        const { status, headers } = await askProxy(proxy, path, { headers: accept });
        assert.deepEqual([status, headers['content-encoding']], [200, 'gzip'], path);
        assert.match(String(headers['strict-transport-security']), /^max-age=31536000$/, 'told once');
      }
      const page = await askProxy(proxy, '/login');
      const [asset = ''] = /\/console-assets\/[^"]+\.js/.exec(page.body) ?? [];
      const { headers } = await askProxy(proxy, asset, { headers: { 'accept-encoding': 'br, gzip' } });
      assert.equal(headers['content-encoding'], 'br');
      assert.match(String(headers['cache-control']), /immutable/);
    });

    test('who has an answer already is told so, however it was compressed', async () => {
      for (const coding of ['gzip', 'identity']) {
        const { headers } = await askProxy(proxy, AVAILABILITY, { headers: { 'accept-encoding': coding } });
        const tag = String(headers['etag']);
        const again = await askProxy(proxy, AVAILABILITY, { headers: { 'accept-encoding': coding, 'if-none-match': tag } });
        assert.deepEqual([again.status, again.body], [304, ''], `${coding} ${tag}`);
      }
    });

    test('nobody gets a new allowance, or the name of a request, by saying so', async () => {
      const left = async (headers: Readonly<Record<string, string>>) => {
        const answer = await askProxy(proxy, AVAILABILITY, { headers: { ...headers, 'x-request-id': 'mine' } });
        assert.match(String(answer.headers['x-request-id']), /^req_/);
        return Number(answer.headers['ratelimit-remaining']);
      };
      // A new minute could begin in between.
      const told = async () => [await left({ 'x-forwarded-for': '203.0.113.1' }), await left({ 'x-forwarded-for': '203.0.113.2' })];
      let [first = 0, second = 0] = await told();
      if (second > first) [first = 0, second = 0] = await told();
      assert.equal(second, first - 1);
    });

    test('a key works, and a write names the site that it is for', async () => {
      const key = { authorization: `Bearer ${customer.restKey}`, 'content-type': 'application/json' };
      assert.equal((await askProxy(proxy, '/api/servers', { headers: key })).status, 200);
      const body = JSON.stringify({ productId: 'no-such', sshKeyId: 'none' });
      const write = (origin: string) => askProxy(proxy, '/api/servers', { method: 'POST', headers: { ...key, origin }, body });
      assert.equal((await write('http://localhost')).status, 403);
      assert.ok([400, 404].includes((await write(proxy.siteUrl)).status));
    });

    test('somebody signs in, and a terminal in the browser works', async () => {
      const sshKeyId = await addSshKey(boreal, customer.restKey);
      const serverId = await deploy(boreal, customer.restKey, { productId: 'l4-x1', sshKeyId });
      await untilActive(boreal, customer.restKey, serverId);
      const browser = await openChromium();
      try {
        const { page, problems } = await openVisitor(browser, { siteUrl: proxy.siteUrl });
        await signIn(page, customer);
        const cookies = await page.context().cookies();
        assert.ok(cookies.length > 0 && cookies.every(({ secure }) => secure), JSON.stringify(cookies.map(({ name: one }) => one)));
        await page.goto(`/console/servers/${serverId}`);
        await button(page, 'Open a terminal').click();
        const popup = page.waitForEvent('popup');
        await page.getByRole('link', { name: 'Open it in a new tab' }).click();
        const terminal = await popup;
        await terminal
          .getByRole('status')
          .filter({ hasText: /^Connected/ })
          .waitFor();
        assert.deepEqual(problems, []);
      } finally {
        await browser.close();
      }
    });

    test('while Boreal is away everybody is told so, and when it is back nobody must do anything', async () => {
      await boreal.end('SIGTERM');
      const [rest, page] = await Promise.all([
        askProxy(proxy, '/api/servers', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }),
        askProxy(proxy, '/console'),
      ]);
      assert.deepEqual([rest.status, rest.headers['retry-after'], JSON.parse(rest.body).error], [503, '30', 'SERVICE_UNAVAILABLE']);
      assert.deepEqual([page.status, page.headers['retry-after'], page.headers['cache-control']], [503, '30', 'no-store']);
      assert.match(String(page.headers['content-type']), /^text\/html/);
      assert.match(page.body, /Back in a minute[^]*De retour dans une minute/);
      boreal = await started(maybeHome).start(environment);
      assert.equal((await askProxy(proxy, '/healthz')).status, 200);
    });
  });
}

test('behind Caddy no request fails while Boreal restarts, or one of several processes ends', async () => {
  const ports = [await freePort(), await freePort()];
  const proxy = await makeProxy('caddy', ports);
  const home = await makeBorealHome();
  try {
    const [first = 0, second = 0] = ports;
    const one = await home.start({ SITE_URL: proxy.siteUrl, BOREAL_PORT: String(first) });
    await proxy.start();
    const statuses: number[] = [];
    const over = new AbortController();
    const asking = (async () => {
      while (!over.signal.aborted) {
        statuses.push((await askProxy(proxy, AVAILABILITY)).status);
        await sleep(100);
      }
    })();
    const databaseUrl = await home.databaseUrl();
    const other = await home.start({ SITE_URL: proxy.siteUrl, BOREAL_PORT: String(second), DATABASE_URL: databaseUrl, BOREAL_ROLE: 'api' });
    await sleep(3000);
    await other.end('SIGTERM');
    await sleep(500);
    await one.end('SIGTERM');
    await home.start({ SITE_URL: proxy.siteUrl, BOREAL_PORT: String(first) });
    over.abort();
    await asking;
    // Beyond its allowance, a client is refused by Boreal itself.
    assert.deepEqual(
      [...new Set(statuses)].filter((status) => status !== 200 && status !== 429),
      [],
      `${statuses.length} requests`,
    );
  } finally {
    await proxy.stop();
    await home.close();
  }
});

test('what the guide says to type makes a file that Caddy takes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'boreal-guide-'));
  try {
    const guide = await readFile(join(ROOT, 'docs/operators-guide-install.md'), 'utf8');
    const [typed = ''] = /^sed .*Caddyfile$/m.exec(guide) ?? [];
    const file = join(folder, 'Caddyfile');
    const here = typed
      .replace('/usr/share/boreal', join(ROOT, 'packaging'))
      .replace('/etc/caddy/Caddyfile', file)
      .replace('YOUR.SITE', 'gpu.test');
    execFileSync('sh', ['-c', here]);
    assert.match(await readFile(file, 'utf8'), /^gpu\.test \{$/m);
    execFileSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], {
      env: { ...process.env, HOME: folder },
      stdio: 'pipe',
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
