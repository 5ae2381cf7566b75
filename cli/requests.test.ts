import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { openDouble, type Reply } from '../sdk/testing.ts';
import { KEY, quoteOf, type } from './testing.ts';

const double = await openDouble();
after(() => double.close());
beforeEach(() => double.arrived.splice(0));

const refused = (status: number, error: string, more: object = {}): Reply => ({ status, json: { error, message: `${error}.`, ...more } });
const quote = quoteOf(2);
const made = { id: 'srv_1', name: 'one', status: 'PROVISIONING', gpu: 'L4' };
const DEPLOY = ['servers', 'deploy', 'l4-x1', '--ssh-key', 'ssh_1'];

test('a request carries the key, the language, and for a write the site as its origin', async () => {
  double.answer = () => ({ status: 200, json: { data: { id: 'srv_1', action: 'stop', status: 'accepted' } } });
  const { code } = await type(double.url, ['servers', 'stop', 'srv_1'], { environment: { LANG: 'fr_CA.UTF-8' } });
  assert.equal(code, 0);
  const [request] = double.arrived;
  assert.equal(`${request?.method} ${request?.path}`, 'POST /api/servers/srv_1/actions');
  assert.deepEqual(request?.body, { action: 'stop' });
  assert.equal(request?.headers.authorization, `Bearer ${KEY}`);
  assert.equal(request?.headers.origin, double.url);
  assert.equal(request?.headers['accept-language'], 'fr');
  assert.match(String(request?.headers['idempotency-key']), /^[0-9a-f-]{36}$/);
});

test('what anybody may read is asked without a key', async () => {
  double.answer = () => ({ status: 200, json: { data: { region: 'r', updatedAt: '2026-01-01T00:00:00.000Z', models: [] } } });
  assert.equal((await type(double.url, ['availability'], { environment: { BOREAL_API_KEY: '' } })).code, 0);
  assert.equal(double.arrived[0]?.headers.authorization, undefined);
});

test('a deployment that is sent again after the connection broke goes by the same name', async () => {
  let cuts = 2;
  double.answer = ({ method }) => {
    if (method === 'GET') return { status: 200, json: { data: quote } };
    cuts -= 1;
    return cuts >= 0 ? 'cut' : { status: 201, json: { data: made } };
  };
  const { code, out } = await type(double.url, [...DEPLOY, '--yes', '--json']);
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(out), made);
  const posts = double.arrived.filter(({ method }) => method === 'POST');
  assert.equal(posts.length, 3);
  assert.equal(new Set(posts.map(({ headers }) => headers['idempotency-key'])).size, 1);
});

test('a deployment that was never answered says how to repeat it without buying twice', async () => {
  double.answer = ({ method }) => (method === 'GET' ? { status: 200, json: { data: quote } } : 'cut');
  const { code, err } = await type(double.url, [...DEPLOY, '--yes', '--idempotency-key', 'mine-1']);
  assert.equal(code, 3);
  assert.match(err, /--idempotency-key mine-1/);
});

test('a deletion whose answer was lost is not sent again', async () => {
  double.answer = ({ method }) => (method === 'GET' ? { status: 200, json: { data: { name: 'one', status: 'ACTIVE' } } } : 'cut');
  const { code, err } = await type(double.url, ['servers', 'delete', 'srv_1', '--yes']);
  assert.equal(code, 3);
  assert.equal(double.arrived.filter(({ method }) => method === 'DELETE').length, 1);
  assert.match(err, /look before you repeat/);
});

test('Retry-After is honoured, and one that is too long is told instead', async () => {
  let busy = 1;
  double.answer = () => {
    busy -= 1;
    return busy >= 0
      ? { ...asObject(refused(429, 'Too many requests')), headers: { 'retry-after': '1' } }
      : { status: 200, json: { data: [] } };
  };
  const patient = await type(double.url, ['servers', 'list']);
  assert.equal(patient.code, 0);
  assert.match(patient.err, /trying again in 1 s/);
  double.answer = () => ({ ...asObject(refused(429, 'Too many requests')), headers: { 'retry-after': '9000' } });
  double.arrived.splice(0);
  assert.equal((await type(double.url, ['servers', 'list'])).code, 3);
  assert.equal(double.arrived.length, 1);
});

test('all pages of a list are read, and no more than are wanted', async () => {
  const page = (path: string) => new URL(path, double.url).searchParams.get('cursor');
  double.answer = ({ path }) => {
    const at = Number(page(path) ?? 0);
    return { status: 200, json: { data: [{ id: `srv_${at}` }], meta: { nextCursor: at === 2 ? null : String(at + 1) } } };
  };
  const { out } = await type(double.url, ['servers', 'list', '--json']);
  assert.deepEqual(JSON.parse(out), [{ id: 'srv_0' }, { id: 'srv_1' }, { id: 'srv_2' }]);
  double.arrived.splice(0);
  const { out: two } = await type(double.url, ['servers', 'list', '--json', '--limit', '2']);
  assert.equal(JSON.parse(two).length, 2);
  assert.equal(double.arrived.length, 2);
});

test('a list inside an answer is read to its end, too', async () => {
  double.answer = ({ path }) =>
    path.includes('cursor=')
      ? { status: 200, json: { data: { balance: 5, transactions: [{ id: 'txn_2' }] }, meta: { nextCursor: null } } }
      : { status: 200, json: { data: { balance: 5, transactions: [{ id: 'txn_1' }] }, meta: { nextCursor: 'c' } } };
  const { out } = await type(double.url, ['transactions', '--json']);
  assert.deepEqual(JSON.parse(out), { balance: 5, transactions: [{ id: 'txn_1' }, { id: 'txn_2' }] });
});

test('the key is sent nowhere but to the site', async () => {
  const elsewhere = await openDouble(() => ({ status: 200, json: { data: [] } }));
  double.answer = () => ({ status: 302, headers: { location: elsewhere.url } });
  const { code, err } = await type(double.url, ['servers', 'list']);
  await elsewhere.close();
  assert.equal(code, 3);
  assert.equal(elsewhere.arrived.length, 0);
  assert.ok(err.includes(elsewhere.url), err);
});

test('what is not Boreal is told from a Boreal that refuses', async () => {
  double.answer = () => ({ status: 404, text: '<html>not here</html>', headers: { 'content-type': 'text/html' } });
  const other = await type(double.url, ['servers', 'list']);
  assert.deepEqual([other.code, other.out], [3, '']);
  assert.match(other.err, /NOT_BOREAL/);
  double.answer = () => refused(404, 'NOT_FOUND');
  assert.equal((await type(double.url, ['servers', 'show', 'srv_9'])).code, 1);
});

test('a refusal says what happened, what to do next, and which request it was', async () => {
  double.answer = () => ({
    ...asObject(refused(400, 'INVALID_STATE', { currentStatus: 'STOPPED', allowedActions: ['start', 'hibernate'] })),
    headers: { 'x-request-id': 'req_42' },
  });
  const { code, out, err } = await type(double.url, ['servers', 'stop', 'srv_1']);
  assert.deepEqual([code, out], [1, '']);
  assert.match(err, /^boreal-cli: INVALID_STATE: INVALID_STATE\.\n {2}Possible now: start, hibernate\n {2}Request: req_42\n$/);
  const json = await type(double.url, ['servers', 'stop', 'srv_1', '--json']);
  assert.deepEqual([json.out, JSON.parse(json.err).error, JSON.parse(json.err).requestId], ['', 'INVALID_STATE', 'req_42']);
});

test('who lacks a permission is told which', async () => {
  double.answer = () => refused(403, 'PERMISSION_DENIED');
  const { code, err } = await type(double.url, ['firewall', 'delete', 'srv_1', '7']);
  assert.equal(code, 1);
  assert.match(err, /permission servers\.write/);
});

test('Ctrl-C while a deployment is on its way says how to find out, without buying twice', async () => {
  const stop = new AbortController();
  double.answer = ({ method }) => {
    if (method === 'GET') return { status: 200, json: { data: quote } };
    stop.abort();
    return 'hang';
  };
  const { code, err } = await type(double.url, [...DEPLOY, '--yes', '--idempotency-key', 'mine-2'], { stopped: stop.signal });
  assert.equal(code, 130);
  assert.match(err, /--idempotency-key mine-2/);
});

test('answers that no Boreal gives end in a sentence, never in a crash', async () => {
  const odd: Reply[] = [
    { status: 200, text: '' },
    { status: 200, text: '[1,2' },
    { status: 200, json: { data: 'servers' } },
    { status: 200, json: [] },
    { status: 500, json: { error: 7 } },
    { status: 400, json: { error: 'X', message: 5, issues: 'many', alternatives: [3], accountAction: { action: 'none' } } },
    { status: 204, text: '' },
  ];
  for (const reply of odd) {
    double.answer = () => reply;
    const { code, err } = await type(double.url, ['servers', 'events', 'srv_1']);
    assert.ok([0, 1, 3].includes(code), JSON.stringify(reply));
    if (code !== 0) assert.match(err, /^boreal-cli: /, JSON.stringify(reply));
  }
});

function asObject(reply: Reply): Exclude<Reply, string> {
  assert.ok(typeof reply !== 'string');
  return reply;
}
