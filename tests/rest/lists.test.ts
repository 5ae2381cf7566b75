import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { PublicAvailability } from '@boreal/contract/shop/catalog.ts';
import { z } from 'zod';
import { addFirewallRule } from '../../server/src/core/fleet/firewall/add-firewall-rule.ts';
import { addSshKey } from '../../server/src/core/ground/ssh-keys/add-ssh-key.ts';
import { HOUR_MS, SECOND_MS } from '../../server/src/kit/clock.ts';
import { openRestCloud } from '../testing/rest-cloud.ts';
import { read, restClient } from '../testing/rest-client.ts';
import { inFrench, invalid } from '../testing/walk-requests.ts';
import { freshPublicKey } from '../testing/walk-world.ts';

const rest = await openRestCloud({ hosts: { l4: [8] } });
const { cloud } = rest;
const member = await rest.member('1000');
const alice = restClient(rest, member);
const server = await fillLists();
after(() => rest.close());

/** Something in every list: servers, hours, events, rules, SSH keys, API keys and transactions. */
async function fillLists(): Promise<string> {
  const ids = [await member.deploy('l4-x1'), await member.deploy('l4-x1'), await member.deploy('l4-x1')];
  const [first = ''] = ids;
  for (let port = 1; port <= 4; port += 1) {
    await addFirewallRule(member.ctx, { serverId: first, direction: 'ingress', protocol: 'tcp', ethertype: 'IPv4', portRangeMin: port });
    await addSshKey(member.ctx, { name: `key ${port}`, publicKey: freshPublicKey() });
    await rest.makeKey({ accountId: member.accountId });
  }
  await cloud.settle();
  await cloud.pass(3 * HOUR_MS);
  return first;
}

describe('pages', () => {
  const lists = rest.document.operations.filter(({ query }) => query.some(({ name }) => name === 'cursor'));
  const Body = z.object({ data: z.unknown(), meta: z.object({ nextCursor: z.string().nullable() }).optional() });
  /** The items of a list, wherever the answer keeps them. */
  const Items = z.union([
    z.array(z.unknown()),
    z.object({ transactions: z.array(z.unknown()) }).transform(({ transactions }) => transactions),
    z.object({ hours: z.array(z.unknown()) }).transform(({ hours }) => hours),
  ]);

  test('every list of the specification has them', () => {
    const paths = [
      '/v1/gpu',
      '/v1/regions',
      '/v1/flavors',
      '/v1/images',
      '/v1/environments',
      '/servers',
      '/servers/{id}/events',
      '/servers/{id}/usage',
      '/servers/{id}/firewall',
      '/settings/ssh-keys',
      '/credits',
      '/v1/api-keys',
    ];
    assert.deepEqual(lists.map(({ path }) => path).toSorted(), paths.toSorted());
  });

  for (const { path } of lists) {
    const ask = async (query: string) => {
      const answer = await alice.get(path.replace('{id}', server) + query);
      assert.equal(answer.status, 200, answer.text);
      const { data, meta } = Body.parse(answer.json);
      return { items: Items.parse(data), meta };
    };

    test(`${path} comes whole without meta, and in pages that cover it once`, async () => {
      const whole = await ask('');
      assert.equal(whole.meta, undefined);
      assert.ok(whole.items.length > 0, 'there is something in it');
      for (const limit of [1, 2, whole.items.length, 1000]) {
        const seen: unknown[] = [];
        let cursor: string | null = '';
        while (cursor !== null) {
          const page = await ask(`?limit=${limit}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
          assert.ok(page.meta && page.items.length <= limit && page.items.length > 0);
          seen.push(...page.items);
          cursor = page.meta.nextCursor;
        }
        assert.deepEqual(seen, whole.items, `limit=${limit}`);
      }
      const { meta } = await ask('?limit=1');
      if (meta?.nextCursor == null) return;
      const left = await ask(`?cursor=${meta.nextCursor}`);
      assert.deepEqual(
        [left.items, left.meta],
        [whole.items.slice(1), { nextCursor: null }],
        'a cursor without a limit gives all that is left',
      );
    });

    test(`${path} refuses what is no cursor, in both languages`, async () => {
      // Well-formed, but of no list, of another one, or a date that Postgres does not have.
      const foreign = [
        'x',
        'bkp_01kb3c9qj2v9x6t5r4e3w2q1az',
        '2026',
        '2026-13-01',
        '-271821-04-20T00:00:00.000Z',
        '+275760-09-13T00:00:00.000Z',
      ];
      const numbered = ['/credits', '/servers/{id}/firewall'].includes(path);
      const encoded = foreign.filter((key) => key !== '2026' || !numbered).map((key) => Buffer.from(key).toString('base64url'));
      for (const cursor of ['x', '!!!', 'eA==', 'x'.repeat(200), '..', '%F0%9F%A6%AB', ...encoded]) {
        const at = `${path.replace('{id}', server)}?cursor=${cursor}`;
        const answer = await alice.get(at);
        invalid(answer, 'cursor', cursor);
        inFrench(await alice.get(at, { 'accept-language': 'fr' }), answer);
      }
    });
  }
});

describe('credits', () => {
  test('summary=1 gives the balance and nothing else', async () => {
    const { balance } = read(await alice.get('/credits'), z.object({ balance: z.number() }));
    for (const query of ['summary=1', 'summary=true', 'summary=1&limit=1']) {
      const { data } = z.object({ data: z.unknown() }).parse((await alice.get(`/credits?${query}`)).json);
      assert.deepEqual(data, { balance, currency: 'CAD' }, query);
    }
    for (const query of ['summary=0', 'summary=false'])
      read(await alice.get(`/credits?${query}`), z.object({ transactions: z.array(z.unknown()).min(1) }));
    for (const query of ['summary=', 'summary=2', 'summary=yes', 'summary=1&summary=1'])
      invalid(await alice.get(`/credits?${query}`), 'summary', query);
  });
});

describe('availability', () => {
  const ask = (headers: Record<string, string> = {}, path = '/v1/availability') => rest.send({ path, headers });
  const inStock = async () => {
    const { models } = read(await ask(), PublicAvailability);
    return models
      .flatMap(({ sizes }) => sizes)
      .filter(({ available }) => available)
      .map(({ id }) => id);
  };

  test('anyone may read it from any page, and keep it for a minute', async () => {
    const { headers } = await ask({ origin: 'https://other.example' });
    assert.deepEqual([headers['access-control-allow-origin'], headers['cache-control']], ['*', 'public, max-age=60']);
    const preflight = await rest.send({
      method: 'OPTIONS',
      path: '/v1/availability',
      headers: { origin: 'https://other.example', 'access-control-request-method': 'GET' },
    });
    assert.deepEqual([preflight.status, preflight.headers['access-control-allow-origin']], [204, '*']);
  });

  test('no price is in it, and a model on request is never available', async () => {
    const answer = await ask();
    assert.doesNotMatch(answer.text, /hourly|pric(?!eOnRequest)|cad/i);
    const { models } = read(answer, PublicAvailability);
    assert.ok(
      models
        .flatMap(({ sizes }) => sizes)
        .filter(({ priceOnRequest }) => priceOnRequest)
        .every(({ available }) => !available),
    );
    assert.ok(models.every(({ slug }) => /^[a-z0-9-]+$/.test(slug)));
  });

  test('who has it already gets 304 with an empty body, until a minute is over and it is another', async () => {
    const { headers } = await ask();
    const etag = headers['etag'] ?? '';
    assert.match(etag, /^"[^"]+"$/);
    for (const tags of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const known = await ask({ 'if-none-match': tags });
      assert.deepEqual([known.status, known.text, known.headers['etag']], [304, '', etag]);
    }
    assert.equal((await ask({ 'if-none-match': '"x"' })).status, 200);
    cloud.clock.advance(60 * SECOND_MS);
    assert.notEqual((await ask({ 'if-none-match': etag })).headers['etag'], etag, 'updatedAt at least has changed');
  });

  test('it is refreshed at most once a minute', async () => {
    cloud.clock.advance(60 * SECOND_MS);
    assert.ok((await inStock()).includes('l4-x1'));
    const rival = await rest.member('100');
    for (let n = 0; n < 5; n += 1) await rival.deploy('l4-x1');
    cloud.clock.advance(60 * SECOND_MS - 1);
    assert.ok((await inStock()).includes('l4-x1'), 'still as it was');
    cloud.clock.advance(1);
    assert.deepEqual(
      (await inStock()).filter((id) => id.startsWith('l4-')),
      [],
    );
  });

  test('stock is the same view for who has a key, and for no other page', async () => {
    const [open, own] = [await ask(), await alice.get('/v1/stock', { origin: 'https://other.example' })];
    assert.deepEqual([own.text, own.headers['etag']], [open.text, open.headers['etag']]);
    assert.equal(own.headers['access-control-allow-origin'], undefined);
    assert.match(own.headers['cache-control'] ?? '', /^no-store$/);
  });
});
