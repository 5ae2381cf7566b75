import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { AccountAction } from '@boreal/contract/errors/errors.ts';
import { z } from 'zod';
import { createCtx } from '../core/create-ctx.ts';
import { revokeKey } from '../core/ground/keys/revoke-key.ts';
import { addMs, DAY_MS, MINUTE_MS } from '../kit/clock.ts';
import { createLog } from '../kit/log.ts';
import { endpoints } from './testing-endpoints.ts';
import { openTestDoor, SITE_URL } from './testing.ts';

const door = await openTestDoor({ endpoints, trustedProxies: ['10.0.0.0/8'] });
after(() => door.close());
beforeEach(() => {
  door.time.wall = addMs(door.time.wall, MINUTE_MS);
});

describe('who may come in', () => {
  test('a key names its account, in any case of the scheme', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const answer = await door.send({ url: '/api/v1/whoami', headers: { authorization: `${scheme} ${door.key}` } });
      assert.deepEqual([answer.status, answer.json], [200, { data: { account: 'acc_1', actor: 'api_key test true' } }]);
    }
  });

  test('no key is 401 NO_API_KEY with what to do about it', async () => {
    const { status, headers, json } = await door.send({ url: '/api/v1/whoami', headers: { authorization: null } });
    assert.equal(status, 401);
    assert.equal(headers['www-authenticate'], 'Bearer');
    assert.partialDeepStrictEqual(json, {
      error: 'Unauthorized',
      accountAction: { code: 'NO_API_KEY', links: { apiKeys: `${SITE_URL}/console/api-keys` } },
    });
    z.object({ accountAction: AccountAction }).parse(json);
  });

  test('a key that is malformed, unknown, of MCP, revoked or expired is 401 INVALID_API_KEY, all alike', async () => {
    const mcp = await door.makeKey({ kind: 'mcp' });
    const revoked = await door.makeKey({});
    await revokeKey(
      createCtx({ db: door.db, clock: { now: () => door.time.now, wall: () => door.time.wall, scale: 1 }, log: createLog('silent') }),
      { accountId: 'acc_1', keyId: revoked.id },
    );
    const expiring = await door.makeKey({});
    const texts = [
      `Bearer ${mcp.text}`,
      `Bearer ${revoked.text}`,
      `Bearer gpu_${'x'.repeat(40)}`,
      'Bearer gpu_short',
      'Bearer',
      `Basic ${door.key}`,
      door.key,
    ];
    const bodies = [];
    for (const authorization of texts) {
      door.time.wall = addMs(door.time.wall, MINUTE_MS);
      const { status, json } = await door.send({ url: '/api/v1/whoami', headers: { authorization } });
      assert.equal(status, 401, authorization);
      bodies.push(JSON.stringify(json));
    }
    const created = door.time.now;
    door.time.wall = addMs(door.time.wall, MINUTE_MS);
    door.time.now = addMs(created, 90 * DAY_MS - 1);
    assert.equal((await door.send({ url: '/api/v1/whoami', headers: { authorization: `Bearer ${expiring.text}` } })).status, 200);
    door.time.now = addMs(created, 90 * DAY_MS);
    const expired = await door.send({ url: '/api/v1/whoami', headers: { authorization: `Bearer ${expiring.text}` } });
    door.time.now = created;
    assert.equal(expired.status, 401);
    bodies.push(JSON.stringify(expired.json));
    assert.equal(new Set(bodies).size, 1);
    assert.match(bodies[0] ?? '', /INVALID_API_KEY/);
  });

  test('a read-only key reads, and on a write it is 401 before the Origin is looked at', async () => {
    const { text: readOnly } = await door.makeKey({ access: 'read_only' });
    const authorization = `Bearer ${readOnly}`;
    assert.equal((await door.send({ url: '/api/v1/whoami', headers: { authorization } })).status, 200);
    const write = await door.send({ method: 'POST', url: '/api/servers', json: {}, headers: { authorization, origin: null } });
    assert.equal(write.status, 401);
    assert.partialDeepStrictEqual(write.json, { accountAction: { code: 'INVALID_API_KEY' } });
  });

  test('a write needs the exact Origin, and the refusal says which; a read needs none', async () => {
    for (const origin of [null, 'http://localhost', `${SITE_URL}/`, 'HTTP://LOCALHOST:8080', 'null']) {
      const { status, json } = await door.send({ method: 'POST', url: '/api/servers', json: { title: 'a' }, headers: { origin } });
      assert.equal(status, 403, String(origin));
      assert.partialDeepStrictEqual(json, { error: 'FORBIDDEN_ORIGIN' });
      assert.ok(JSON.stringify(json).includes(`Origin: ${SITE_URL}`));
    }
    assert.equal((await door.send({ url: '/api/v1/whoami', headers: { origin: 'https://other.example' } })).status, 200);
  });

  test('more than 100 refused keys a minute from one network are 429; a working key from there still works', async () => {
    const door2 = await openTestDoor({ endpoints, factor: 1 });
    const guess = (ip: string) => door2.send({ url: '/api/v1/things', headers: { authorization: `Bearer gpu_${'g'.repeat(40)}` }, ip });
    for (let i = 0; i < 100; i += 1) assert.equal((await guess(`2001:db8:0:1::${i.toString(16)}`)).status, 401);
    const refused = await guess('2001:db8:0:1:ffff::1');
    assert.deepEqual([refused.status, refused.headers['retry-after'], refused.headers['ratelimit-limit']], [429, '50', '100']);
    assert.equal((await door2.send({ url: '/api/v1/things', ip: '2001:db8:0:1::1' })).status, 200);
    assert.equal((await guess('2001:db8:0:2::1')).status, 401);
    assert.equal((await door2.send({ url: '/api/v1/things', headers: { authorization: null }, ip: '2001:db8:0:1::1' })).status, 401);
    await door2.close();
  });
});

describe('limits', () => {
  test('the request after the last one is 429 until the next clock minute, per operation and per address', async () => {
    const ask = (ip: string, url = '/api/v1/whoami') => door.send({ url, ip });
    for (const remaining of ['2', '1', '0']) {
      const { status, headers } = await ask('203.0.113.1');
      assert.deepEqual(
        [status, headers['ratelimit-limit'], headers['ratelimit-remaining'], headers['ratelimit-reset'], headers['ratelimit-policy']],
        [200, '3', remaining, '50', '3;w=60'],
      );
    }
    const refused = await ask('203.0.113.1');
    assert.deepEqual([refused.status, refused.headers['retry-after'], refused.headers['ratelimit-remaining']], [429, '50', '0']);
    assert.partialDeepStrictEqual(refused.json, { error: 'Too many requests' });
    assert.equal((await ask('203.0.113.2')).status, 200);
    assert.equal((await ask('203.0.113.1', '/api/v1/things')).status, 200);
    door.time.wall = new Date(Math.ceil(door.time.wall.getTime() / MINUTE_MS) * MINUTE_MS);
    assert.equal((await ask('203.0.113.1')).status, 200);
    door.time.wall = addMs(door.time.wall, 10_000);
  });

  test('429 comes before 401, and a 401 is counted and tells the limit', async () => {
    const ask = () => door.send({ url: '/api/v1/whoami', headers: { authorization: null } });
    const answers = [await ask(), await ask(), await ask(), await ask()];
    assert.deepEqual(
      answers.map((answer) => answer.status),
      [401, 401, 401, 429],
    );
    assert.equal(answers[0]?.headers['ratelimit-remaining'], '2');
  });

  test('X-Forwarded-For counts from a named proxy only', async () => {
    const statusesFrom = async (ip: string) => {
      const statuses = [];
      for (let i = 1; i <= 4; i += 1)
        statuses.push((await door.send({ url: '/api/v1/whoami', ip, headers: { 'x-forwarded-for': `198.51.100.${i}` } })).status);
      return statuses;
    };
    assert.deepEqual(await statusesFrom('10.0.0.1'), [200, 200, 200, 200]);
    assert.deepEqual(await statusesFrom('203.0.113.77'), [200, 200, 200, 429]);
  });
});
