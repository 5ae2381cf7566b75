import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { fastify, type FastifyInstance } from 'fastify';
import { consolePages } from './console-pages.ts';

const SCRIPT = 'console.log("hello");\n'.repeat(200);

const folder = await mkdtemp(join(tmpdir(), 'boreal-console-'));
await mkdir(join(folder, 'console-assets'));
await writeFile(
  join(folder, 'index.html'),
  '<!-- PAGE_SCRIPTS --><script nonce="CSP_NONCE" src="/console-assets/a.js"></script><meta nonce="CSP_NONCE">',
);
await writeFile(join(folder, 'page-chunks.json'), JSON.stringify([{ path: '/console', scripts: ['console-assets/overview.js'] }]));
await writeFile(join(folder, 'console-assets', 'a.js'), SCRIPT);
await writeFile(join(folder, 'secret.txt'), 'not for sending');
const app = fastify({ exposeHeadRoutes: false });
await consolePages(app, { folder });
after(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

describe('the console’s page', () => {
  test('is sent for every address of the console, never kept, and allows nothing inline', async () => {
    for (const url of [
      '/console',
      '/console/servers/srv_1',
      '/operator',
      '/operator/hosts?x=1',
      '/login',
      '/signup',
      '/sign-in/google',
      '/invitation',
    ]) {
      const answer = await app.inject(url);
      assert.equal(answer.statusCode, 200, url);
      assert.equal(answer.headers['cache-control'], 'no-store');
      const policy = String(answer.headers['content-security-policy']);
      assert.match(policy, /default-src 'none'/);
      assert.doesNotMatch(policy, /unsafe/);
    }
  });

  test('names what it loads besides the entry, so that nothing waits for the entry to run', async () => {
    const preload = '<link rel="modulepreload" crossorigin nonce="';
    assert.ok((await app.inject('/console?lang=fr')).body.startsWith(preload));
    assert.match((await app.inject('/console')).body, /href="\/console-assets\/overview\.js"/);
    assert.doesNotMatch((await app.inject('/login')).body, /modulepreload|PAGE_SCRIPTS/);
  });

  test('says who is signed in, as data that nothing runs, and asks for it as they asked', async () => {
    const known = fastify();
    const asked: Record<string, unknown>[] = [];
    known.get('/api/console/me', async ({ headers, ip }) => {
      asked.push({ ...headers, ip });
      return { data: { name: '</script><script>$& CSP_NONCE' } };
    });
    await consolePages(known, { folder });
    const headers = { cookie: 'session=1', 'if-none-match': '"x"', 'user-agent': 'Tests/1.0' };
    const { body } = await known.inject({ url: '/console/servers/srv_1', headers, remoteAddress: '203.0.113.9' });
    const [, told = ''] = /<script type="application\/json" id="me">([^<]*)<\/script>/.exec(body) ?? [];
    assert.deepEqual(JSON.parse(told), { data: { name: '</script><script>$& CSP_NONCE' } });
    assert.equal(asked.length, 1);
    assert.partialDeepStrictEqual(asked[0], { cookie: 'session=1', 'user-agent': 'Tests/1.0', ip: '203.0.113.9' });
    assert.equal(asked[0]?.['if-none-match'], undefined);
    for (const other of [{ url: '/console' }, { url: '/login', headers }, { url: '/console', headers, method: 'HEAD' }] as const)
      assert.doesNotMatch((await known.inject(other)).body, /id="me"/, JSON.stringify(other));
    assert.equal(asked.length, 1, 'nobody is asked about in vain');
    await known.close();
  });

  test('brings what is told above customers’ pages, so that it moves nothing, and to no operator', async () => {
    const told = fastify();
    told.get('/api/console/incidents', async () => ({ data: ['</script>'] }));
    await consolePages(told, { folder });
    const headers = { cookie: 'session=1' };
    const { body } = await told.inject({ url: '/console/billing', headers });
    const [, text = ''] = /<script type="application\/json" id="incidents">([^<]*)<\/script>/.exec(body) ?? [];
    assert.deepEqual(JSON.parse(text), { data: ['</script>'] });
    for (const other of [{ url: '/operator', headers }, { url: '/console' }])
      assert.doesNotMatch((await told.inject(other)).body, /id="incidents"/, JSON.stringify(other));
    await told.close();
  });

  test('goes out without it where that is refused, fails, or does not come', async () => {
    for (const refuse of [() => Promise.reject(new Error('no database')), () => new Promise(() => {})]) {
      const silent = fastify();
      silent.get('/api/console/me', refuse);
      await consolePages(silent, { folder });
      const answer = await silent.inject({ url: '/operator', headers: { cookie: 'session=1' } });
      assert.deepEqual([answer.statusCode, answer.body.includes('id="me"')], [200, false]);
    }
  });

  test('lets Stripe’s elements in where cards are entered, and only where Stripe charges them', async () => {
    const withStripe = fastify();
    await consolePages(withStripe, { folder, stripe: true });
    const cardPages = ['/console/billing/payment-methods/add', '/console/billing/payments/pay_1?x=1'];
    const others = ['/console', '/console/billing', '/console/billing/payment-methods', '/login', '/console/x/payments/pay_1'];
    const policyOf = async (server: FastifyInstance, url: string) => String((await server.inject(url)).headers['content-security-policy']);
    for (const url of cardPages) {
      assert.match(await policyOf(withStripe, url), /script-src 'self' https:\/\/js\.stripe\.com/, url);
      assert.match(await policyOf(withStripe, url), /frame-src https:\/\/js\.stripe\.com/, url);
      assert.doesNotMatch(await policyOf(withStripe, url), /unsafe/);
      assert.doesNotMatch(await policyOf(app, url), /stripe/, url);
    }
    for (const url of others) assert.doesNotMatch(await policyOf(withStripe, url), /stripe/, url);
    await withStripe.close();
  });

  test('has a nonce of its own in each answer, the same as in its policy', async () => {
    const [one, other] = await Promise.all([app.inject('/console'), app.inject('/console')]);
    const nonces = [one, other].map(({ body, headers }) => {
      const found = new Set([...body.matchAll(/nonce="([^"]+)"/g)].map((match) => match[1] ?? ''));
      assert.equal(found.size, 1);
      const [nonce = ''] = found;
      assert.ok(nonce.length >= 22 && String(headers['content-security-policy']).includes(`'nonce-${nonce}'`));
      return nonce;
    });
    assert.notEqual(nonces[0], nonces[1]);
  });

  test('says in the reader’s language what to do where the console was not built', async () => {
    const bare = fastify();
    await consolePages(bare, { folder: join(folder, 'nowhere') });
    for (const [language, words] of [
      ['en', 'The console is not built'],
      ['fr', 'La console n’est pas construite'],
    ] as const) {
      const answer = await bare.inject({ url: '/console', headers: { 'accept-language': language } });
      assert.equal(answer.statusCode, 503);
      assert.ok(answer.body.includes(words) && answer.body.includes('npm start'));
    }
    assert.equal((await bare.inject('/console-assets/a.js')).statusCode, 404);
    await bare.close();
  });
});

describe('a file of the console', () => {
  test('is kept for good, and comes in the coding that the client takes', async () => {
    const plain = await app.inject({ url: '/console-assets/a.js', headers: { 'accept-encoding': 'br;q=0' } });
    assert.deepEqual([plain.statusCode, plain.body, plain.headers['content-encoding']], [200, SCRIPT, undefined]);
    assert.match(String(plain.headers['cache-control']), /immutable/);
    assert.match(String(plain.headers['content-type']), /^text\/javascript/);
    const zipped = await app.inject({ url: '/console-assets/a.js', headers: { 'accept-encoding': 'gzip' } });
    assert.equal(zipped.headers['content-encoding'], 'gzip');
    assert.equal(gunzipSync(zipped.rawPayload).toString(), SCRIPT);
    const brotli = await app.inject({ url: '/console-assets/a.js', headers: { 'accept-encoding': 'gzip, deflate, br' } });
    assert.equal(brotli.headers['content-encoding'], 'br');
    const known = await app.inject({ url: '/console-assets/a.js', headers: { 'if-none-match': String(brotli.headers['etag']) } });
    assert.deepEqual([known.statusCode, known.body], [304, '']);
  });

  test('is one that the build left: nothing else of the machine can be had', async () => {
    for (const name of [
      'b.js',
      '../secret.txt',
      '..%2fsecret.txt',
      '%2e%2e/secret.txt',
      '',
      'a.js/',
      '%00',
      '__proto__',
      `${'a'.repeat(5000)}`,
    ]) {
      const answer = await app.inject(`/console-assets/${name}`);
      assert.ok([400, 404, 414].includes(answer.statusCode), `${name}: ${answer.statusCode}`);
      assert.doesNotMatch(answer.body, /not for sending/);
    }
  });
});

test('HEAD is told what GET would be, without the bytes', async () => {
  for (const [url, status] of [
    ['/console/servers/srv_1', 200],
    ['/login', 200],
    ['/console-assets/a.js', 200],
    ['/console-assets/b.js', 404],
  ] as const) {
    const headers = { 'accept-encoding': 'gzip' };
    const [full, head] = await Promise.all([app.inject({ url, headers }), app.inject({ method: 'HEAD', url, headers })]);
    assert.deepEqual([full.statusCode, head.statusCode, head.payload], [status, status, ''], url);
    for (const name of ['content-type', 'content-length', 'content-encoding', 'cache-control', 'etag']) {
      assert.equal(head.headers[name]?.toString(), full.headers[name]?.toString(), `${name} of ${url}`);
    }
  }
});
