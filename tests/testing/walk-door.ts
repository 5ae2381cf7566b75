import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshAddress } from '../../server/src/web/test-browser.ts';
import { addMs, MINUTE_MS, SECOND_MS } from '../../server/src/kit/clock.ts';
import { SITE_URL } from './rest-cloud.ts';
import { FRENCH, NEVER, type Walk } from './walk.ts';
import { accountAction, inFrench, refusal, succeeded } from './walk-requests.ts';

/** 401: who may come in. */
export function asksForTheKey({ world, operation, row, ask }: Walk): void {
  if (!operation.needsKey) {
    test('it needs no key, and looks at none', async () => {
      for (const key of [null, ...Object.values(world.refusedKeys)]) succeeded(await ask({}, { key }), String(key));
    });
    return;
  }

  test('without a key it is 401 NO_API_KEY, in both languages', async () => {
    const call = await row.good(world);
    const english = await ask(call, { key: null });
    refusal(english, 401, 'Unauthorized');
    assert.equal(accountAction(english, SITE_URL).code, 'NO_API_KEY');
    assert.equal(english.headers['www-authenticate'], 'Bearer');
    const french = await ask(call, { key: null, headers: FRENCH });
    inFrench(french, english);
    assert.notEqual(accountAction(french, SITE_URL).message, accountAction(english, SITE_URL).message);
  });

  test('with a key that does not work it is 401 INVALID_API_KEY, and nobody learns why; nothing is done', async () => {
    const call = await row.good(world);
    const keys = { ...world.refusedKeys, ...(operation.isWrite && { 'read only on a write': world.readOnlyKey }) };
    for (const headers of [{}, FRENCH]) {
      const answers = await Promise.all(Object.values(keys).map((key) => ask(call, { key, headers })));
      for (const answer of answers) {
        refusal(answer, 401, 'Unauthorized');
        assert.equal(accountAction(answer, SITE_URL).code, 'INVALID_API_KEY');
      }
      assert.equal(new Set(answers.map(({ text }) => text)).size, 1, JSON.stringify(answers));
    }
    succeeded(await ask(call, operation.isWrite ? {} : { key: world.readOnlyKey }), 'the same request with a key that works');
  });
}

/** 403: a write says from which site it comes. */
export function asksForTheOrigin({ world, operation, row, namesServer, ask }: Walk): void {
  if (!operation.isWrite) {
    test('a read asks for no Origin', async () => {
      succeeded(await ask(await row.good(world), { headers: { origin: 'https://other.example' } }), 'from another page');
    });
    return;
  }

  test('without the exact Origin it is 403, after the key and before all else; nothing is done', async () => {
    const call = await row.good(world);
    const wrong = [
      null,
      '',
      'null',
      'https://evil.example',
      `${SITE_URL}/`,
      `${SITE_URL}:443`,
      SITE_URL.toUpperCase(),
      SITE_URL.replace('https', 'http'),
    ];
    for (const origin of wrong) {
      const answer = await ask(call, { headers: { origin } });
      assert.ok(refusal(answer, 403, 'FORBIDDEN_ORIGIN').message.includes(`Origin: ${SITE_URL}`), 'it says which header to send');
      inFrench(await ask(call, { headers: { origin, ...FRENCH } }), answer);
      refusal(await ask(call, { key: world.readOnlyKey, headers: { origin } }), 401, 'Unauthorized');
      if (namesServer) refusal(await ask({ ...call, id: world.bobsServer }, { headers: { origin } }), 403, 'FORBIDDEN_ORIGIN');
    }
    succeeded(await ask(call), 'the same request with the right Origin');
  });
}

/** 429: how often a minute. */
export function keepsItsLimit({ world, operation, row, ask }: Walk): void {
  const { rest, alice } = world;
  const { clock } = rest.cloud;

  test(`request ${row.limit + 1} of a minute is 429, from that address and of this operation only`, async () => {
    clock.moveTo(addMs(new Date(Math.ceil(clock.wall().getTime() / MINUTE_MS) * MINUTE_MS), 10 * SECOND_MS));
    const call = { id: NEVER };
    const ip = freshAddress();
    const policy = `${row.limit};w=60`;
    // Refused requests count like any other.
    for (let left = row.limit - 1; left >= 0; left -= 1) {
      const { status, headers } = await ask(call, { ip, key: null });
      assert.equal(status, operation.needsKey ? 401 : 200);
      const told = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'ratelimit-policy'].map((name) => headers[name]);
      assert.deepEqual(told, [String(row.limit), String(left), '50', policy]);
    }
    for (const key of [null, alice.key, world.readOnlyKey]) {
      const answer = await ask(call, { ip, key });
      refusal(answer, 429, 'Too many requests');
      assert.deepEqual(
        [answer.headers['retry-after'], answer.headers['ratelimit-remaining'], answer.headers['ratelimit-policy']],
        ['50', '0', policy],
      );
      inFrench(await ask(call, { ip, key, headers: FRENCH }), answer);
    }
    assert.notEqual((await ask(call, { key: null })).status, 429, 'another address');
    const other = operation.id === 'getCredits' ? '/v1/gpu' : '/credits';
    assert.equal((await rest.send({ path: other, key: alice.key, ip })).status, 200, 'another operation');
    clock.advance(50 * SECOND_MS - 1);
    assert.equal((await ask(call, { ip, key: null })).headers['retry-after'], '1', 'the last moment of the minute');
    clock.advance(1);
    assert.notEqual((await ask(call, { ip, key: null })).status, 429, 'the next minute');
  });
}
