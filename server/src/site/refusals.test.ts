import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import { after, describe, test } from 'node:test';
import { MINUTE_MS } from '../kit/clock.ts';
import { openTestSite } from './testing.ts';

const site = await openTestSite();
after(async () => {
  await site.close();
  assert.deepEqual(site.bugs, [], 'a page could not be made');
});

const HOSTILE = [
  '/gpus/none',
  '/gpus/%00',
  '/gpus/..%2f..%2fetc%2fpasswd',
  '/gpus/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  `/gpus/${'a'.repeat(5000)}`,
  "/gpus/h100-sxm'%20or%201=1--",
  '/gpus/constructor',
  '/gpus/__proto__',
  '/gpus/H100-SXM',
  '/gpus/h100-sxm/more',
  '/fr/gpus/%F0%9F%92%A9',
  '/fr/fr',
  '/docs/none',
  '/site/site-000000000000.css',
  '/.env',
];

describe('what is not there', () => {
  for (const path of HOSTILE) {
    test(`${path.slice(0, 60)} is 404, in the look of the site, without a word of what was asked`, async () => {
      const { status, headers, text } = await site.get(path);
      assert.equal(status, 404);
      assert.match(String(headers['content-type']), /^text\/html/);
      assert.match(text, /<h1>/);
      assert.doesNotMatch(text, /alert\(1\)|passwd/);
      assert.match(text, path.startsWith('/fr/') ? /<html lang="fr"/ : /<html lang="en"/);
      assert.match(String(headers['content-security-policy']), /default-src 'none'/);
      assert.equal(headers['cache-control'], 'no-store');
    });
  }

  for (const path of ['/gpus?slug=<script>', '/?%FF', '/docs?a=1&a=2', '/status?x=%00', '/gpus/l4?model[]=1']) {
    test(`${path} is the page, whatever stands behind the question mark`, async () => {
      assert.equal((await site.get(path)).status, 200);
    });
  }

  test('a path that cannot be read is refused and is no failure', async () => {
    for (const path of ['/gpus/%E0%A4%A', '/gpus/%', '/%ff']) assert.ok([400, 404].includes((await site.get(path)).status), path);
  });

  test('programs get the error of the API, below /api whatever they accept', async () => {
    for (const [path, accept] of [
      ['/nothing', '*/*'],
      ['/nothing', 'application/json'],
      ['/api/nothing', 'text/html'],
    ] as const) {
      const { status, headers, text } = await site.get(path, { accept });
      assert.equal(status, 404);
      assert.match(String(headers['content-type']), /^application\/json/);
      assert.match(text, /"error":"NOT_FOUND"/);
    }
  });

  test('what is no reading of a page is the error of the API', async () => {
    const answer = await site.app.inject({ method: 'POST', url: '/', headers: { accept: 'text/html' } });
    assert.equal(answer.statusCode, 404);
    assert.match(answer.payload, /"error":"NOT_FOUND"/);
  });

  test('a slash too many leads to the page, and never to another site', async () => {
    const tidy = await site.get('/docs/');
    assert.equal(tidy.status, 308);
    assert.equal(tidy.headers['location'], '/docs');
    for (const path of ['//example.com/', '///example.com/', '/example.com/', '//docs/']) {
      const { status, headers } = await site.get(path);
      assert.equal(status, 404, path);
      assert.equal(headers['location'], undefined, path);
    }
  });
});

describe('pages are sent sparingly', () => {
  test('whoever has a page gets 304 for its tag', async () => {
    for (const path of ['/', '/docs', '/favicon.svg', '/robots.txt']) {
      const { headers } = await site.get(path);
      const again = await site.get(path, { 'if-none-match': String(headers['etag']) });
      assert.equal(again.status, 304, path);
      assert.equal(again.text, '', path);
    }
  });

  test('they are compressed for whoever takes it, and the same', async () => {
    const plain = await site.get('/docs/api');
    const answer = await site.app.inject({ method: 'GET', url: '/docs/api', headers: { 'accept-encoding': 'gzip' } });
    assert.equal(answer.headers['content-encoding'], 'gzip');
    assert.ok(answer.rawPayload.length < plain.text.length / 5, `${answer.rawPayload.length} bytes`);
    assert.equal(gunzipSync(answer.rawPayload).toString(), plain.text);
    assert.match(String(answer.headers['vary']), /accept-encoding/i);
  });

  test('HEAD says what GET would', async () => {
    for (const [url, status] of [
      ['/gpus', 200],
      ['/fr/docs', 200],
      ['/favicon.svg', 200],
      ['/favicon.ico', 308],
      ['/robots.txt', 200],
      ['/sitemap.xml', 200],
    ] as const) {
      const answer = await site.app.inject({ method: 'HEAD', url });
      assert.deepEqual([answer.statusCode, answer.payload], [status, ''], url);
    }
  });

  test('files of a page have names of their content and are kept for good', async () => {
    const { text } = await site.get('/');
    const path = /href="(\/site\/site-[0-9a-f]{12}\.css)"/.exec(text)?.[1];
    assert.ok(path);
    assert.match(String((await site.get(path)).headers['cache-control']), /immutable/);
  });
});

test('a network that asks for hundreds of pages in a minute is told to wait, and may go on in the next', async () => {
  const busy = await openTestSite({ hosts: {}, pagesFactor: 0.02 });
  try {
    const answers = [];
    for (let n = 0; n < 7; n += 1) answers.push(await busy.get('/fr/terms'));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 200, 200, 429],
    );
    assert.match(String(answers[6]?.headers['retry-after']), /^\d+$/);
    assert.match(answers[6]?.text ?? '', /Trop de requêtes/);
    busy.wait(MINUTE_MS);
    assert.equal((await busy.get('/fr/terms')).status, 200);
  } finally {
    await busy.close();
  }
});
