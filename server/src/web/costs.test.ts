import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ServerUsage } from '@boreal/contract/billing/billing.ts';
import { Costs } from '@boreal/contract/billing/costs.ts';
import { Forecast } from '@boreal/contract/billing/forecast.ts';
import { GroupLine, TransactionGroup } from '@boreal/contract/billing/transaction-groups.ts';
import { z } from 'zod';
import { HOUR_MS, MINUTE_MS } from '../kit/clock.ts';
import { dateOf, daysBefore } from '../core/ground/calendar.rules.ts';
import type { Customer } from '../core/testing/cloud.ts';
import { setAccountBudget } from '../core/money/budgets/set-account-budget.ts';
import { serverUsageAsJson } from '../core/fleet/servers/views/server-usage-file.ts';
import { describeServer } from '../core/fleet/servers/descriptions/describe-server.ts';
import { data } from './test-answers.ts';
import type { Browser } from './test-browser.ts';
import { closeWithoutBugs, openWebCloud, type WebCloud } from './testing.ts';

let web: WebCloud;
let customer: Customer;
let viewer: Browser;
let stranger: Browser;
let other: string;

before(async () => {
  web = await openWebCloud({ hosts: { l4: [8] } });
  customer = await web.cloud.customer('1000');
  const { accountId } = customer.ctx;
  viewer = await web.person({ email: 'viewer@example.com', belongs: { accountId, role: 'viewer' } });
  const theirs = await web.cloud.customer('1000');
  other = theirs.ctx.accountId;
  stranger = await web.person({ email: 'stranger@example.com', belongs: { accountId: other, role: 'owner' } });
  await theirs.deploy('l4-x1', { name: 'not-yours' });
  for (const name of ['trainer', 'crawler']) {
    const serverId = await customer.deploy('l4-x1', { name });
    await web.cloud.settle();
    if (name === 'trainer') await describeServer(customer.ctx, { serverId, name: '=1+1', labels: [{ key: 'team', value: '@sum' }] });
  }
  await setAccountBudget(customer.ctx, { accountId, monthLimitMicros: 50_000_000n });
  await web.cloud.pass(HOUR_MS + MINUTE_MS);
});
after(() => closeWithoutBugs(web));

const at = (path: string) => `/api/console/accounts/${customer.ctx.accountId}${path}`;

test('a viewer reads what their account was charged and what the month comes to, and nothing of another account', async () => {
  const costs = data(await viewer.get(at('/costs')), Costs);
  assert.deepEqual(
    costs.rows.map(({ name, gpu, isDeleted, total }) => [name, gpu, isDeleted, total]).toSorted(),
    [
      ['=1+1', '1× L4', false, 2.18],
      ['crawler', '1× L4', false, 2.18],
    ],
    'by server, when nothing is said',
  );
  assert.deepEqual([costs.total, costs.servers, costs.labels, costs.more], [4.36, 4.36, ['team'], null]);
  const forecast = data(await viewer.get(at('/forecast')), Forecast);
  assert.deepEqual([forecast.spent, forecast.perHour, forecast.monthlyLimit], [4.36, 2.18, 50]);
  for (const path of ['/costs', '/forecast', '/costs.csv', '/costs.json']) {
    assert.equal((await stranger.get(at(path))).status, 404, path);
    assert.equal((await web.browser().get(at(path))).status, 401, path);
  }
});

test('costs are a file that runs no formula of a customer, with all rows, and one that is the page’s answer', async () => {
  const csv = await viewer.get(at('/costs.csv?by=server'), { 'accept-language': 'fr' });
  assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/);
  assert.match(csv.headers.get('content-disposition') ?? '', /^attachment; filename="costs-acc_/);
  assert.match(csv.text, /^\uFEFF?du,au,par,id,nom,GPU,serveurs,/);
  assert.match(csv.text, /,'=1\+1,1× L4,1,2\.18,0,0,0,2\.18\r\n/);
  const byLabel = await viewer.get(at('/costs.csv?by=label&language=en'));
  assert.match(byLabel.text, /,team,'@sum,'@sum,,1,2\.18,0,0,0,2\.18\r\n/);
  const json = await viewer.get(at('/costs.json?by=label'));
  assert.match(json.headers.get('content-disposition') ?? '', /^attachment; filename="costs-acc_.+\.json"$/);
  assert.deepEqual(JSON.parse(json.text), data(await viewer.get(at('/costs?by=label')), Costs));
});

test('what a server was charged is a file of all its hours, and one that is the page’s answer, of one’s own servers alone', async () => {
  const trainer = data(await viewer.get(at('/costs')), Costs).rows.find(({ name }) => name === '=1+1');
  const path = `/servers/${trainer?.id}/usage`;
  const csv = await viewer.get(at(`${path}.csv`), { 'accept-language': 'fr' });
  assert.deepEqual(
    [csv.status, csv.headers.get('content-type'), csv.headers.get('cache-control')],
    [200, 'text/csv; charset=utf-8', 'no-store'],
  );
  assert.equal(csv.headers.get('content-disposition'), `attachment; filename="usage-${trainer?.id}.csv"`);
  assert.match(csv.text, /^\uFEFF?du,au,tarif horaire CAD,serveur CAD,sauvegardes CAD,remboursé CAD,facturé CAD,id de la transaction\r\n/);
  assert.equal(csv.text.match(/Z,1\.09,1\.09,0,0,1\.09,txn_\w+\r\n/g)?.length, 2, csv.text);
  assert.match((await viewer.get(at(`${path}.csv?language=en`))).text, /^\uFEFF?from,to,/);
  const json = await viewer.get(at(`${path}.json`));
  assert.equal(json.headers.get('content-disposition'), `attachment; filename="usage-${trainer?.id}.json"`);
  assert.deepEqual(JSON.parse(json.text), data(await viewer.get(at(path)), ServerUsage));
  for (const file of [`${path}.csv`, `${path}.json`]) {
    assert.equal((await viewer.get(at(`${file}?language=de`))).status, 400);
    assert.equal((await stranger.get(at(file))).status, 404, file);
    assert.equal((await stranger.get(`/api/console/accounts/${other}${file}`)).status, 404, 'of their account, but not their server');
    assert.equal((await web.browser().get(at(file))).status, 401, file);
  }
  // As many hours as are read at a time are no end of the file.
  let inParts = '';
  for await (const part of await serverUsageAsJson(customer.ctx, { serverId: trainer?.id ?? '', limit: 1 })) inParts += part;
  assert.deepEqual(JSON.parse(inParts), JSON.parse(json.text));
  for (const none of ['srv_none', '%20']) assert.equal((await viewer.get(at(`/servers/${none}/usage.csv`))).status, 404, none);
});

test('days and groupings that are none are refused, in words', async () => {
  for (const query of [
    'by=colour',
    'from=yesterday',
    'from=2026-02-02&to=2026-02-01',
    'from=2026-01-01&to=2026-06-01',
    'days=0',
    'days=93',
    'days=x',
  ])
    for (const path of ['/costs', '/costs.csv', '/costs.json']) {
      const answer = await viewer.get(at(`${path}?${query}`));
      assert.equal(answer.status, 400, `${path}?${query}`);
    }
  const none = data(await viewer.get(at('/costs?from=2020-01-01&to=2020-01-31')), Costs);
  assert.deepEqual([none.rows, none.total], [[], 0]);
  const first = data(await viewer.get(at('/costs?to=2020-02-15&days=30')), Costs);
  assert.deepEqual([first.from, first.to], ['2020-01-17', '2020-02-15']);
});

test('grouped transactions and their hours are for the account’s people, and for nobody else', async () => {
  const groups = data(await viewer.get(at('/transaction-groups')), z.array(TransactionGroup));
  const trainer = groups.find((group) => group.kind === 'charges' && group.serverName === '=1+1');
  assert.ok(trainer?.kind === 'charges' && trainer.serverId !== null);
  const lines = `/transaction-groups/lines?day=${trainer.day}&serverId=${trainer.serverId}`;
  assert.equal(data(await viewer.get(at(lines)), z.array(GroupLine)).length, trainer.lines);
  for (const path of ['/transaction-groups', lines]) {
    assert.equal((await stranger.get(at(path))).status, 404, path);
    assert.equal((await web.browser().get(at(path))).status, 401, path);
  }
  // Another account's server has no lines in this one.
  const [others] = data(await stranger.get(`/api/console/accounts/${other}/transaction-groups`), z.array(TransactionGroup)).filter(
    ({ kind }) => kind === 'charges',
  );
  assert.ok(others?.serverId);
  assert.deepEqual(
    data(await viewer.get(at(`/transaction-groups/lines?day=${trainer.day}&serverId=${others.serverId}`)), z.array(GroupLine)),
    [],
  );
  for (const query of [
    'cursor=x',
    'type=backup',
    'limit=0',
    `search=${'x'.repeat(101)}`,
    'from=yesterday',
    'to=2026-02-30',
    'from=2026-02-02&to=2026-02-01',
  ])
    assert.equal((await viewer.get(at(`/transaction-groups?${query}`))).status, 400, query);
  assert.equal((await viewer.get(at('/transaction-groups/lines?day=2026-02-30'))).status, 400);
  assert.equal((await viewer.get(at('/transaction-groups/lines'))).status, 400);
});

test('days narrow the page of transactions as they narrow its files', async () => {
  const pageOf = async (query: string) => data(await viewer.get(at(`/transaction-groups?${query}`)), z.array(TransactionGroup));
  const all = await pageOf('');
  const today = dateOf(web.ctx.clock.now());
  assert.ok(all.length > 2);
  for (const days of [`from=${today}`, `to=${today}`, `from=${today}&to=${today}`, `from=${daysBefore(today, 1)}`])
    assert.deepEqual(await pageOf(days), all, days);
  for (const days of [`to=${daysBefore(today, 1)}`, `from=${daysBefore(today, -1)}`]) assert.deepEqual(await pageOf(days), [], days);
  assert.deepEqual(await pageOf('from=0001-01-01&to=9999-12-31'), all);
  assert.deepEqual([await pageOf('to=0001-01-01'), await pageOf('from=9999-12-31')], [[], []]);
});

test('transactions are files with the page’s filters, exact to the micro-dollar, and of the hours that it found only', async () => {
  const Told = z.looseObject({
    amount: z.string(),
    balanceAfter: z.string().nullable(),
    serverName: z.string().nullable(),
    type: z.string(),
  });
  const File = z.looseObject({ currency: z.literal('CAD'), transactions: z.array(Told) });
  const read = async (query: string) => File.parse((await viewer.get(at(`/transactions.json${query}`))).json).transactions;
  const all = await read('');
  assert.deepEqual([all.at(-1)?.amount, all.at(-1)?.balanceAfter], ['1000', '1000']);
  assert.equal(all[0]?.balanceAfter, '995.64');
  const found = await read('?search=crawler');
  assert.deepEqual(
    found.map(({ amount, serverName, balanceAfter }) => [amount, serverName, balanceAfter]),
    [
      ['-1.09', 'crawler', null],
      ['-1.09', 'crawler', null],
    ],
  );
  assert.deepEqual(await read('?type=order'), []);
  assert.equal((await read('?type=usage')).length, 4);
  assert.deepEqual(await read('?type=usage&to=2001-01-01'), []);
  assert.deepEqual(await read('?type=usage&from=2099-01-01'), []);
  const csv = await viewer.get(at('/transactions.csv?search=%3D1%2B1&language=en'));
  assert.equal(csv.text.match(/,-1\.09,,srv_\w+,[^\r]*,'=1\+1\r\n/g)?.length, 2, csv.text);
  for (const path of ['/transactions.json', '/transactions.csv']) {
    assert.equal((await stranger.get(at(path))).status, 404, path);
    assert.equal((await web.browser().get(at(path))).status, 401, path);
    for (const query of [
      'type=backup',
      'from=2026-02-02&to=2026-02-01',
      'type=usage&from=2026-02-02&to=2026-02-01',
      `search=${'x'.repeat(101)}`,
    ])
      assert.equal((await viewer.get(at(`${path}?${query}`))).status, 400, query);
  }
});
