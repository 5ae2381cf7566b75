import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { NamedAuditEntry } from '@boreal/contract/account/audit.ts';
import { z } from 'zod';
import { recordAudit } from '../core/ground/audit/record-audit.ts';
import type { Customer } from '../core/testing/cloud.ts';
import { DAY_MS } from '../kit/clock.ts';
import { data } from './test-answers.ts';
import type { Browser } from './test-browser.ts';
import { closeWithoutBugs, openWebCloud, type WebCloud } from './testing.ts';

const HOUSE = '/api/console/operator';
let web: WebCloud;
let customer: Customer;
let owner: Browser;
let viewer: Browser;
let stranger: Browser;
let operator: Browser & { readonly userId: string };
let serverId: string;
/** The Toronto days before and after midnight. */
const evening = '2027-01-31';
const morning = '2027-02-01';

before(async () => {
  web = await openWebCloud({ hosts: { l4: [2] } });
  customer = await web.cloud.customer('100');
  const { accountId } = customer.ctx;
  owner = await web.person({ email: 'owner@example.com', belongs: { accountId, role: 'owner' } });
  viewer = await web.person({ email: 'viewer@example.com', belongs: { accountId, role: 'viewer' } });
  const theirs = await web.cloud.customer('100');
  stranger = await web.person({ email: 'stranger@example.com', belongs: { accountId: theirs.ctx.accountId, role: 'owner' } });
  operator = await web.person({ email: 'support@example.com', operates: 'support' });
  serverId = await customer.deploy('l4-x1', { name: '=HYPERLINK("x")' });
  web.cloud.clock.advance(Date.parse('2027-02-01T04:59:59.999Z') - web.ctx.clock.now().getTime());
  await note('server.renamed');
  web.cloud.clock.advance(1);
  await note('server.described');
  web.cloud.clock.advance(DAY_MS);
});
after(() => closeWithoutBugs(web));

const note = (action: 'server.renamed' | 'server.described') =>
  customer.ctx.transact((tx) => recordAudit(tx, customer.ctx, { accountId: customer.ctx.accountId, action, target: serverId }));
const at = (path: string) => `/api/console/accounts/${customer.ctx.accountId}${path}`;
const File = z.looseObject({ from: z.string().nullable(), to: z.string().nullable(), entries: z.array(NamedAuditEntry) });
const actions = (entries: readonly { action: string }[]) => entries.map(({ action }) => action);

test('days are Toronto’s, to the millisecond, on the page and in both files', async () => {
  for (const [query, expected] of [
    [`from=${evening}&to=${evening}`, ['server.renamed']],
    [`from=${morning}&to=${morning}`, ['server.described']],
    [`from=${evening}`, ['server.described', 'server.renamed']],
    [`from=${evening}&action=server.renamed`, ['server.renamed']],
    [`from=${evening}&target=srv_other`, []],
    ['to=1969-12-31', []],
    ['from=0001-01-01&to=9999-12-31&action=server.renamed', ['server.renamed']],
  ] as const) {
    assert.deepEqual(actions(data(await owner.get(at(`/audit?${query}`)), z.array(NamedAuditEntry))), expected, query);
    assert.deepEqual(actions(File.parse((await owner.get(at(`/audit.json?${query}`))).json).entries), expected, query);
    const csv = await owner.get(at(`/audit.csv?${query}`));
    assert.deepEqual(csv.text.trim().split('\r\n').length - 1, expected.length, query);
  }
});

test('a file has what the page has, says what it was asked for, and runs no formula of anybody', async () => {
  const page = data(await owner.get(at('/audit')), z.array(NamedAuditEntry));
  const json = await owner.get(at(`/audit.json`));
  assert.match(json.headers.get('content-disposition') ?? '', /^attachment; filename="audit-acc_.+\.json"$/);
  const file = File.parse(json.json);
  assert.deepEqual([file.from, file.to, file.entries], [null, null, page]);
  const csv = await owner.get(at('/audit.csv'), { 'accept-language': 'fr' });
  assert.match(csv.headers.get('content-type') ?? '', /^text\/csv; charset=utf-8$/);
  assert.match(csv.text, /^\uFEFF?id,date et heure,action,id de la ressource,/);
  assert.match(csv.text, new RegExp(`,server.renamed,${serverId},"'=HYPERLINK\\(""x""\\)",`));
  assert.match((await owner.get(at('/audit.csv?language=en'))).text, /^\uFEFF?id,time,action,resource id,/);
});

test('an entry says what its target is, as long as that can be looked up', async () => {
  const kinds = new Map(
    data(await owner.get(at('/audit')), z.array(NamedAuditEntry)).map(({ target, targetKind }) => [target, targetKind]),
  );
  assert.equal(kinds.get(serverId), 'server');
  const create = await owner.post(at('/v1/api-keys'), { name: 'ci', access: 'full' });
  const { id } = data(create, z.looseObject({ id: z.string() }));
  const kindOf = async () => data(await owner.get(at(`/audit?target=${id}`)), z.array(NamedAuditEntry))[0]?.targetKind;
  assert.equal(await kindOf(), 'api_key');
  assert.equal((await owner.remove(at(`/v1/api-keys/${id}`))).status, 200);
  assert.equal(await kindOf(), null, 'a revoked key is on no page');
});

describe('who may have them', () => {
  test('whoever reads the log, and nobody else', async () => {
    for (const kind of ['csv', 'json']) {
      assert.equal((await viewer.get(at(`/audit.${kind}`))).status, 403);
      assert.equal((await stranger.get(at(`/audit.${kind}`))).status, 404);
      assert.equal((await web.browser().get(at(`/audit.${kind}`))).status, 401);
      assert.equal((await owner.get(`${HOUSE}/audit.${kind}`)).status, 404);
      assert.equal((await operator.get(`${HOUSE}/audit.${kind}`)).status, 200);
    }
  });

  test('days and actions that are none are refused before a file begins', async () => {
    for (const query of ['from=yesterday', 'to=2026-02-30', 'from=2026-02-02&to=2026-02-01', 'action=all', 'target=a%20b', 'language=de'])
      for (const path of ['/audit.csv', '/audit.json']) {
        assert.equal((await owner.get(at(`${path}?${query}`))).status, 400, query);
        assert.equal((await operator.get(`${HOUSE}${path}?${query}`)).status, 400, query);
      }
    assert.equal((await owner.get(at('/audit?from=2026-02-02&to=2026-02-01'))).status, 400);
  });

  test('an operator’s file names accounts, and that it was taken stands in the log, once an hour for each account', async () => {
    const { accountId } = customer.ctx;
    const clerk = await web.person({ email: 'clerk@example.com', operates: 'support' });
    for (const query of ['', '', `?accountId=${accountId}`]) await clerk.get(`${HOUSE}/audit.csv${query}`);
    const csv = await clerk.get(`${HOUSE}/audit.csv?accountId=${accountId}&from=${evening}&language=en`);
    assert.match(csv.text, /,details,account id,account\r\n/);
    assert.match(csv.text, new RegExp(`,${accountId},[^\r]+\r\n`));
    const looks = web.cloud.db.sql.selectFrom('auditEntries').select(['target', 'detail']).orderBy('id');
    assert.deepEqual(await looks.where('actorId', '=', clerk.userId).where('action', '=', 'operator.looked').execute(), [
      { target: null, detail: { of: 'auditFile' } },
      { target: accountId, detail: { of: 'auditFile' } },
    ]);
  });

  test('past the limit of a minute a file is 429 with when to come back', async () => {
    const from = { 'x-forwarded-for': '198.51.100.79' };
    // Twice the limit and more: wherever the clock minute turns meanwhile, one of the minutes is full.
    for (let n = 0; n < 22; n += 1) {
      const answer = await owner.get(at('/audit.csv'), from);
      if (answer.status !== 429) continue;
      assert.ok(Number(answer.headers.get('retry-after')) >= 1);
      return;
    }
    assert.fail('never refused');
  });
});
