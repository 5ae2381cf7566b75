import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { LABELS_MAX, LABEL_VALUE_MAX, NOTE_MAX, ServerDescription } from '@boreal/contract/servers/description.ts';
import { RequestIssue } from '@boreal/contract/errors/request-issue.ts';
import { z } from 'zod';
import type { Customer } from '../core/testing/cloud.ts';
import { data } from './test-answers.ts';
import type { Browser, BrowserAnswer } from './test-browser.ts';
import { closeWithoutBugs, openWebCloud, type WebCloud } from './testing.ts';

let web: WebCloud;
let customer: Customer;
let developer: Browser;
let viewer: Browser;
let stranger: Browser;
let id: string;

before(async () => {
  web = await openWebCloud();
  customer = await web.cloud.customer('1000');
  [developer, viewer, stranger] = await Promise.all([
    web.member(customer, { email: 'developer@example.com', role: 'developer' }),
    web.member(customer, { email: 'viewer@example.com', role: 'viewer' }),
    web.person({ email: 'stranger@example.com' }),
  ]);
  id = await customer.deploy('l4-x1', { name: 'trainer' });
  await web.cloud.settle();
});
after(() => closeWithoutBugs(web));

const at = (path: string) => `/api/console/accounts/${customer.ctx.accountId}${path}`;
const describeIt = (body: unknown, by = developer, server = id) => by.put(at(`/servers/${server}/description`), body);
const issuesOf = (answer: BrowserAnswer) => {
  assert.equal(answer.status, 400, answer.text);
  return z
    .object({ issues: z.array(RequestIssue) })
    .parse(answer.json)
    .issues.map(({ path }) => path);
};
const shown = async () => data(await viewer.get(at(`/servers/${id}`)), ServerDescription);
const label = (key: string, value: string) => ({ key, value });

describe('a server', () => {
  test('is renamed, labelled and noted, and its pages, its list, its history and its charges show it', async () => {
    const labels = [label('project', 'vision'), label('équipe', 'Données & IA')];
    const written = data(
      await describeIt({ name: 'réseau-2', labels, note: 'Ask Camille before you stop it.\r\nUntil May.' }),
      ServerDescription,
    );
    const expected = { name: 'réseau-2', labels, note: 'Ask Camille before you stop it.\nUntil May.' };
    assert.deepEqual(written, expected);
    assert.deepEqual(await shown(), expected);
    const States = z.array(z.looseObject({ id: z.string(), name: z.string(), labels: z.array(z.unknown()) }));
    const [state] = data(await viewer.get(at('/server-states')), States);
    assert.deepEqual([state?.name, state?.labels], ['réseau-2', labels]);
    const Events = z.array(z.looseObject({ type: z.string(), message: z.string() }));
    const [event] = data(await viewer.get(at(`/servers/${id}/events`)), Events);
    assert.equal(event?.message, 'Renamed from trainer to réseau-2. The machine keeps its hostname.');
    const Moves = z.object({ transactions: z.array(z.looseObject({ type: z.string(), description: z.string() })) });
    const charge = data(await viewer.get(at('/credits')), Moves).transactions.find(({ type }) => type === 'usage');
    assert.equal(charge?.description, 'First hour of réseau-2 (l4-x1)');
    const file = await viewer.get(at('/transactions.csv'));
    assert.match(file.text, /réseau-2/);
    assert.doesNotMatch(file.text, /trainer/);
  });

  test('keeps what is omitted, and loses an empty note and labels that are left out', async () => {
    const before = await shown();
    assert.deepEqual(data(await describeIt({}), ServerDescription), before);
    assert.equal(data(await describeIt({ note: '  ' }), ServerDescription).note, null);
    assert.deepEqual(data(await describeIt({ labels: [] }), ServerDescription), { name: before.name, labels: [], note: null });
  });

  test('is called what somebody typed, whatever that looks like to a browser or a database', async () => {
    const name = '<script>alert(1)</script> חיזוי 🧪 \'"; drop table servers';
    const labels = [label('owner', '<img src=x onerror=alert(1)>'), label('אב', '🧑‍🔬=x')];
    assert.deepEqual(data(await describeIt({ name, labels }), ServerDescription), { name, labels, note: null });
    assert.deepEqual((await shown()).labels, labels);
    await describeIt({ name: 'trainer', labels: [] });
  });

  test('keeps its machine: nothing is started again or changed for a name', async () => {
    const before = await web.cloud.server(id);
    await describeIt({ name: 'elsewhere' });
    await web.cloud.settle();
    const { updatedAt } = await web.cloud.server(id);
    assert.deepEqual(await web.cloud.server(id), { ...before, name: 'elsewhere', updatedAt });
    await describeIt({ name: 'trainer' });
  });

  test('writes a line of the audit log for what changed, without the text of the note, and none where nothing did', async () => {
    const other = await customer.deploy('l4-x1', { name: 'audited' });
    await describeIt({ name: 'told', labels: [label('a', '1')], note: 'the password is hunter2' }, developer, other);
    await describeIt({ name: 'told', labels: [label('a', '1')], note: 'the password is hunter2' }, developer, other);
    await describeIt({ note: '' }, developer, other);
    const lines = await web.cloud.db.sql
      .selectFrom('auditEntries')
      .select(['action', 'detail', 'actorType', 'door'])
      .where('target', '=', other)
      .where('action', 'in', ['server.renamed', 'server.described'])
      .orderBy('id')
      .execute();
    assert.deepEqual(
      lines.map(({ action, detail }) => [action, detail]),
      [
        ['server.renamed', { from: 'audited', to: 'told' }],
        ['server.described', { name: 'told', before: [], after: ['a=1'], note: 'changed' }],
        ['server.described', { name: 'told', note: 'removed' }],
      ],
    );
    assert.ok(lines.every(({ actorType, door }) => actorType === 'user' && door === 'console'));
    await customer.remove(other);
    await web.cloud.settle();
    assert.equal((await describeIt({ name: 'late' }, developer, other)).status, 404);
    assert.equal(data(await viewer.get(at(`/servers/${other}`)), ServerDescription).name, 'told');
  });

  test('has one name for its owner and for operators, in charges, refunds and its page, also when it is renamed and deleted', async () => {
    const operator = await web.person({ email: 'operator@example.com', operates: 'owner' });
    const gone = await customer.deploy('l4-x1', { name: 'first-name' });
    await describeIt({ name: 'last-name' }, developer, gone);
    await customer.remove(gone);
    await web.cloud.settle();
    const Moves = z.array(z.looseObject({ id: z.string(), serverId: z.string().nullish(), description: z.string() }));
    const Named = z.looseObject({ name: z.string() });
    const own = data(await viewer.get(at('/transactions')), Moves);
    const theirs = data(await operator.get(`/api/console/operator/accounts/${customer.ctx.accountId}/transactions`), Moves);
    assert.deepEqual(own, theirs);
    assert.ok(own.filter(({ description }) => description.includes('last-name')).length > 0, JSON.stringify(own));
    assert.ok(own.every(({ description }) => !description.includes('first-name')));
    assert.equal(data(await viewer.get(at(`/servers/${gone}`)), Named).name, 'last-name');
    assert.equal(data(await operator.get(`/api/console/operator/servers/${gone}`), Named).name, 'last-name');
  });
});

describe('what is refused', () => {
  const long = 'x'.repeat(10_000);
  const many = Array.from({ length: LABELS_MAX + 1 }, (_, n) => label(`k${n}`, 'v'));
  for (const [what, body, paths] of [
    ['a label of 10 kB', { labels: [label('a', long)] }, ['labels.0.value']],
    ['a key of 10 kB', { labels: [label(long, 'a')] }, ['labels.0.key']],
    ['a value that is a little too long', { labels: [label('a', 'x'.repeat(LABEL_VALUE_MAX + 1))] }, ['labels.0.value']],
    ['a key with an equals sign', { labels: [label('a=b', 'c')] }, ['labels.0.key']],
    [
      'a key of spaces, and an empty value',
      { labels: [label('  ', 'c'), label('b', '')] },
      ['labels.0.key', 'labels.0.key', 'labels.1.value'],
    ],
    ['the same key twice', { labels: [label('a', '1'), label(' a', '2')] }, ['labels.1.key']],
    ['too many labels', { labels: many }, ['labels']],
    ['an invisible character', { labels: [label('a', 'x\u202Ey')], name: 'a\u200Bb' }, ['name', 'labels.0.value']],
    ['a note that is too long', { note: 'x'.repeat(NOTE_MAX + 1) }, ['note']],
    ['an empty name', { name: ' ' }, ['name']],
    ['a name of more than 100 characters', { name: 'x'.repeat(101) }, ['name']],
    ['labels as an object', { labels: { a: 'b' } }, ['labels']],
    ['a label with something else', { labels: [{ ...label('a', 'b'), color: 'red' }] }, ['labels.0.color']],
    ['another status', { status: 'ACTIVE' }, ['status']],
  ] as const) {
    test(`${what}: told at its field, and nothing is written`, async () => {
      const before = await shown();
      assert.deepEqual([...new Set(issuesOf(await describeIt(body)))].sort(), [...new Set<string>(paths)].sort());
      assert.deepEqual(await shown(), before);
    });
  }

  test('a viewer, and whoever does not belong to the account', async () => {
    assert.equal((await describeIt({ name: 'mine' }, viewer)).status, 403);
    assert.equal((await describeIt({ name: 'mine' }, stranger)).status, 404);
    assert.equal((await shown()).name, 'trainer');
  });

  test('another account’s server, whatever the body says', async () => {
    const other = await web.cloud.customer('100');
    const theirs = await other.deploy('l4-x1', { name: 'theirs' });
    for (const body of [{ name: 'mine' }, { nonsense: true }]) {
      assert.equal((await describeIt(body, developer, theirs)).status, 404);
    }
    assert.equal((await web.cloud.server(theirs)).name, 'theirs');
  });
});

test('two people who describe it at once lose nothing of each other that they did not touch', async () => {
  await describeIt({ name: 'before', labels: [], note: '' });
  const names = Array.from({ length: 4 }, (_, n) => ({ name: `name-${n}` }));
  const answers = await Promise.all([...names, { labels: [label('team', 'vision')] }, { note: 'Kept.' }].map((body) => describeIt(body)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  const { name, labels, note } = await shown();
  assert.match(name, /^name-\d$/);
  assert.deepEqual([labels, note], [[label('team', 'vision')], 'Kept.']);
  // Each renaming began where another ended.
  const lines = await web.cloud.db.sql
    .selectFrom('serverEvents')
    .select('data')
    .where('type', '=', 'server.renamed')
    .where('serverId', '=', id)
    .execute();
  const Change = z.object({ from: z.string(), to: z.string() });
  const changes = lines.map(({ data: change }) => Change.parse(change)).filter(({ to }) => to.startsWith('name-'));
  assert.equal(new Set(changes.map(({ from }) => from)).size, 4);
});
