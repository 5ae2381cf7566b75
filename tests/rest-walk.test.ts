import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setAccountBudget } from '../server/src/core/billing/budgets/set-account-budget.ts';
import { addMs, DAY_MS, MINUTE_MS, SECOND_MS } from '../server/src/kit/clock.ts';
import { sharedRefusals } from './testing/refused-bodies.ts';
import type { Answer, Operation } from './testing/api-document.ts';
import { freshAddress, PROXY, SITE_URL, STRANGER, type Asked } from './testing/rest-cloud.ts';
import { bodyTrials, queryTrials } from './testing/trials.ts';
import { accountAction, alternatives, inFrench, invalid, refusal, requestOf, succeeded } from './testing/walk-requests.ts';
import { walkRows, type Call, type WalkRow } from './testing/walk-rows.ts';
import { openWorld } from './testing/walk-world.ts';

// The walk goes where the served document leads it: every operation, every field, and every answer is held against it.
const world = await openWorld();
const { rest, alice } = world;
const { clock } = rest.cloud;
after(() => rest.close());

const FRENCH = { 'accept-language': 'fr-CA, en;q=0.5' } as const;
const NEVER = 'srv_00000000000000000000000000';

test('the walk has a row for every operation of the document and none more', () => {
  assert.deepEqual(Object.keys(walkRows).toSorted(), rest.document.operations.map(({ id }) => id).toSorted());
});

for (const operation of rest.document.operations) {
  const row = walkRows[operation.id];
  if (row) describe(`${operation.method} ${operation.path}`, () => walk(operation, row));
}

function walk(operation: Operation, row: WalkRow): void {
  const ask = (call: Call, more: Partial<Asked> = {}): Promise<Answer> =>
    rest.send(requestOf(operation, call, { key: alice.key, ...more }));
  const { needsKey, isWrite, body } = operation;
  const namesServer = operation.path.includes('{id}');

  if (needsKey) {
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
      const keys = { ...world.refusedKeys, ...(isWrite && { 'read only on a write': world.readOnlyKey }) };
      for (const headers of [{}, FRENCH]) {
        const answers = await Promise.all(Object.values(keys).map((key) => ask(call, { key, headers })));
        for (const answer of answers) {
          refusal(answer, 401, 'Unauthorized');
          assert.equal(accountAction(answer, SITE_URL).code, 'INVALID_API_KEY');
        }
        assert.equal(new Set(answers.map(({ text }) => text)).size, 1, JSON.stringify(answers));
      }
      succeeded(await ask(call, isWrite ? {} : { key: world.readOnlyKey }), 'the same request with a key that works');
    });
  } else {
    test('it needs no key, and looks at none', async () => {
      for (const key of [null, ...Object.values(world.refusedKeys)]) succeeded(await ask({}, { key }), String(key));
    });
  }

  if (isWrite) {
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
  } else {
    test('a read asks for no Origin', async () => {
      succeeded(await ask(await row.good(world), { headers: { origin: 'https://other.example' } }), 'from another page');
    });
  }

  if (namesServer) {
    test('a server of somebody else, one that never was and one deleted are 404, all alike, before anything is said of the request', async () => {
      const call = await row.good(world);
      const strange = [
        world.bobsServer,
        NEVER,
        'srv_',
        'x'.repeat(100),
        'x'.repeat(101),
        'x'.repeat(2000),
        '%C3%A9',
        '%00',
        '..%2F',
        "'%20or%201=1",
        '%E0%A4%A0',
      ];
      const gone = row.readsDeleted ? strange : [...strange, world.deleted];
      const bad: Partial<Asked>[] = [
        {},
        ...(isWrite
          ? [{ text: '{' }, { text: '{}', headers: { 'content-type': 'text/plain' } }, { headers: { 'idempotency-key': 'é' } }]
          : []),
      ];
      const answers = await Promise.all(gone.flatMap((id) => bad.map((more) => ask({ ...call, id }, more))));
      for (const answer of answers) refusal(answer, 404, 'NOT_FOUND');
      assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
      for (const { name } of operation.query) refusal(await ask({ id: world.bobsServer, query: { [name]: '' } }), 404, 'NOT_FOUND');
      const [french, english] = [await ask({ ...call, id: NEVER }, { headers: FRENCH }), answers[0]];
      if (english) inFrench(french, english);
    });

    test(row.readsDeleted ? 'a deleted server can still be read' : 'a deleted server is 404', async () => {
      const call = await row.good(world);
      const answer = await ask({ ...call, id: world.deleted });
      if (row.readsDeleted) succeeded(answer, 'deleted today');
      else refusal(answer, 404, 'NOT_FOUND');
    });
  }

  const { missing } = row;
  if (missing) {
    test('what is somebody else’s and what never was are 404, all alike', async () => {
      const answers = await Promise.all(missing(world).map((call) => ask(call)));
      for (const answer of answers) refusal(answer, 404, 'NOT_FOUND');
      assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    });
  }

  test(`request ${row.limit + 1} of a minute is 429, from that address and of this operation only`, async () => {
    clock.moveTo(addMs(new Date(Math.ceil(clock.wall().getTime() / MINUTE_MS) * MINUTE_MS), 10 * SECOND_MS));
    const call = { id: NEVER };
    const ip = freshAddress();
    const policy = `${row.limit};w=60`;
    // Refused requests count like any other.
    for (let left = row.limit - 1; left >= 0; left -= 1) {
      const { status, headers } = await ask(call, { ip, key: null });
      assert.equal(status, needsKey ? 401 : 200);
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

  for (const { name, required, schema } of operation.query) {
    test(`the parameter ${name} is taken up to its bounds and 400 past them`, async () => {
      const good = await row.good(world);
      for (const { text, admitted } of queryTrials(schema)) {
        const answer = await ask({ ...good, query: { ...good.query, [name]: text } });
        const what = `${name}=${JSON.stringify(text).slice(0, 60)}`;
        if (!admitted) invalid(answer, text === '\0' ? '' : name, what);
        // A cursor is taken as it was given, or it is none.
        else if (name === 'cursor') invalid(answer, name, what);
        else if (row.meaning?.[name] !== 'any') succeeded(answer, what);
      }
      if (required) invalid(await ask({ ...good, query: {} }), name, `no ${name}`);
    });
  }

  if (body) {
    const { properties = {}, required = [] } = body;
    for (const [name, schema] of Object.entries(properties)) {
      test(`the field ${name} is taken up to its bounds and 400 past them`, async () => {
        const good = await row.good(world);
        for (const { value, admitted } of bodyTrials(schema)) {
          const { body: fields, ...call } = admitted ? await row.good(world) : good;
          const answer = await ask({ ...call, body: { ...fields, [name]: value } });
          const what = `${name}: ${JSON.stringify(value)?.slice(0, 60)}`;
          const meaning = row.meaning?.[name] ?? [];
          if (!admitted || (meaning !== 'any' && meaning.includes(value))) refusedField(answer, name, what);
          else if (meaning !== 'any') succeeded(answer, what);
          await rest.cloud.settle();
        }
        const { [name]: _, ...without } = good.body ?? {};
        const answer = await ask({ ...good, body: without });
        if (required.includes(name)) invalid(answer, name, `no ${name}`);
      });
    }

    test('a field that is not known is 400 and names itself', async () => {
      const good = await row.good(world);
      for (const name of ['more', 'constructor', 'toString', '', Object.keys(properties)[0]?.toUpperCase() ?? 'X', 'x'.repeat(100)]) {
        const answer = await ask({ ...good, body: { ...good.body, [name]: 1 } });
        invalid(answer, name, `a field "${name}"`);
        inFrench(await ask({ ...good, body: { ...good.body, [name]: 1 } }, { headers: FRENCH }), answer);
      }
    });

    test('what is no JSON object is 400, and nothing is done', async () => {
      const good = await row.good(world);
      const { body: _, ...call } = good;
      for (const { what, isNone = false, field = '', ...sent } of sharedRefusals(good.body ?? {})) {
        const answer = await ask(call, sent);
        if (isNone && operation.bodyIsOptional) succeeded(answer, what);
        else invalid(answer, field, what);
      }
      if (required.length === 0) succeeded(await ask({ ...call, body: {} }), 'an object without fields');
      succeeded(await ask(good, { headers: { 'content-type': 'application/json; charset=utf-8' } }), 'the same body as JSON');
    });
  } else if (isWrite) {
    test('it takes no body: an empty one does no harm, and any other gets an answer that the document knows', async () => {
      for (const text of ['', '{}']) succeeded(await ask(await row.good(world), { text }), `"${text}"`);
      for (const text of ['{', 'x'.repeat(10_000), 'x'.repeat(70_000)]) {
        for (const type of ['application/json', 'text/plain', 'nonsense', null]) {
          const { status } = await ask(await row.good(world), { text, headers: { 'content-type': type } });
          assert.ok(status === 200 || status === 400, `${status} for ${type} ${text.slice(0, 20)}`);
        }
      }
    });
  }

  if (operation.method === 'POST') {
    test('an Idempotency-Key makes the repetition harmless, and is for one request only', async () => {
      const call = await row.good(world);
      const headers = { 'idempotency-key': `walk ${operation.id}` };
      const first = await ask(call, { headers });
      const second = await ask(call, { headers });
      succeeded(first, 'the first');
      assert.deepEqual([second.status, second.json, second.headers['idempotency-replayed']], [first.status, first.json, 'true']);
      assert.equal(first.headers['idempotency-replayed'], undefined);
      const other = row.other?.(call, world) ?? { ...call, body: { ...call.body, name: 'other' } };
      const conflict = await ask(other, { headers });
      refusal(conflict, 409, 'IDEMPOTENCY_CONFLICT');
      inFrench(await ask(other, { headers: { ...headers, ...FRENCH } }), conflict);
      for (const key of ['', 'é', 'x'.repeat(256)])
        invalid(await ask(call, { headers: { 'idempotency-key': key } }), 'Idempotency-Key', key);
      const fresh = await row.good(world);
      succeeded(await ask(fresh, { headers: { 'idempotency-key': 'x'.repeat(255) } }), 'a key of 255 characters');
    });
  }

  const { unpaid, takesNoCredit = false, costs: goodCosts, soldOut, refusals = {} } = row;
  if (unpaid) {
    test('without the credit it is 402 with what is missing and where to pay; nothing is charged', async () => {
      for (const { by, costs, has, ...call } of await unpaid(world)) {
        const before = await by.balance();
        const english = await ask(call, { key: by.key });
        refusal(english, 402, takesNoCredit ? 'PAYMENT_REQUIRED' : 'INSUFFICIENT_CREDITS');
        if (!takesNoCredit) assert.partialDeepStrictEqual(english.json, { requiredCredits: costs, currentBalance: has });
        const { code, minimumCad, minimumTopupCad, message } = accountAction(english, SITE_URL);
        assert.deepEqual([code, minimumCad, minimumTopupCad], ['PAYMENT_REQUIRED', costs, 25]);
        const french = await ask(call, { key: by.key, headers: FRENCH });
        inFrench(french, english);
        assert.notEqual(accountAction(french, SITE_URL).message, message);
        assert.equal(await by.balance(), before);
      }
    });
  }
  if (unpaid && !takesNoCredit) {
    test('past a budget it is 402, whatever the credit, with where to raise it; nothing is charged', async () => {
      const rich = goodCosts === undefined ? [] : [{ by: alice, costs: goodCosts, ...(await row.good(world)) }];
      for (const { by, costs, ...call } of [...(await unpaid(world)), ...rich]) {
        const before = await by.balance();
        for (const limit of [{ monthLimitMicros: 0n }, { dayLimitMicros: 0n }]) {
          await setAccountBudget(rest.cloud.ctx, { accountId: by.accountId, ...limit });
          const english = await ask(call, { key: by.key });
          refusal(english, 402, 'BUDGET_CAP_REACHED');
          const { code, minimumCad, minimumTopupCad } = accountAction(english, SITE_URL);
          assert.deepEqual([code, minimumCad, minimumTopupCad], ['BUDGET_CAP_REACHED', costs, 25]);
          inFrench(await ask(call, { key: by.key, headers: FRENCH }), english);
          await setAccountBudget(rest.cloud.ctx, { accountId: by.accountId, monthLimitMicros: null, dayLimitMicros: null });
        }
        assert.equal(await by.balance(), before);
      }
      if (goodCosts !== undefined) succeeded(await ask(await row.good(world)), 'without the budget');
    });
  }
  if (soldOut) {
    test('when it is not to be had it is 409 with what is; nothing is charged', async () => {
      const before = await alice.balance();
      for (const call of soldOut(world)) {
        const english = await ask(call);
        assert.equal(refusal(english, 409, 'PLAN_NOT_AVAILABLE').message, 'GPU not currently available in this region');
        // All else of this cloud is sold out, and nothing is told twice or is the plan itself.
        assert.deepEqual(alternatives(english).toSorted(), ['l4-x1', 'l4-x1-spot', 'l4-x2', 'l4-x2-spot']);
        inFrench(await ask(call, { headers: FRENCH }), english);
      }
      assert.equal(await alice.balance(), before);
    });
  }

  for (const [why, arrange] of Object.entries(refusals)) {
    test(`${why}: it is refused, and nothing is charged`, async () => {
      const { status, error, ...call } = await arrange(world);
      const before = await alice.balance();
      const english = await ask(call);
      refusal(english, status, error);
      inFrench(await ask(call, { headers: FRENCH }), english);
      assert.equal(await alice.balance(), before);
      await rest.cloud.settle();
    });
  }

  if (operation.statuses.includes(304)) {
    test('who has the document already gets 304', async () => {
      const { headers } = await ask({});
      assert.equal((await ask({}, { headers: { 'if-none-match': headers['etag'] ?? '' } })).status, 304);
    });
  }

  test('every status that the document names was answered, but 500, which was not', () => {
    const expected = operation.statuses.filter((status) => status !== 500);
    assert.deepEqual([...rest.document.seen(operation.id)].toSorted(), expected.toSorted());
  });

  /** What contradicts another field may be told of either. */
  function refusedField(answer: Answer, name: string, what: string): void {
    if (row.meaning?.[name] === undefined || row.meaning[name] === 'any') invalid(answer, name, what);
    else refusal(answer, 400, 'INVALID_REQUEST');
  }
}

test('only the proxy that is named may say for whom it asks', async () => {
  clock.advance(MINUTE_MS);
  const ask = (from: string) => rest.send({ path: '/v1/stock', ip: freshAddress(), from });
  for (let n = 0; n < 30; n += 1) await ask(STRANGER);
  refusal(await ask(STRANGER), 429, 'Too many requests');
  refusal(await ask(PROXY), 401, 'Unauthorized');
});

test('detail, usage and events of a deleted server can be read for 90 days, and then no more', async () => {
  const { deletedAt } = await rest.cloud.server(world.deleted);
  assert.ok(deletedAt);
  const readers = rest.document.operations.filter(({ id }) => walkRows[id]?.readsDeleted);
  assert.deepEqual(
    readers.map(({ id }) => id),
    ['getServer', 'listServerEvents', 'getServerUsage'],
  );
  const statuses = async () => {
    const { text: key } = await rest.makeKey({ accountId: alice.accountId });
    return Promise.all(readers.map(async (operation) => (await rest.send(requestOf(operation, { id: world.deleted }, { key }))).status));
  };
  clock.moveTo(addMs(deletedAt, 90 * DAY_MS - 1));
  assert.deepEqual(await statuses(), [200, 200, 200]);
  clock.advance(1);
  assert.deepEqual(await statuses(), [404, 404, 404]);
});
