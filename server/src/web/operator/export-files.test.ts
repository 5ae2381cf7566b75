import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fromCad } from '@boreal/contract/values/money.ts';
import { Revenue, Utilisation } from '@boreal/contract/operator/oversight.ts';
import { z } from 'zod';
import { createOrder } from '../../core/commerce/orders/create-order.ts';
import { refundPayment } from '../../core/commerce/refunds/refund-payment.ts';
import { settlePayment } from '../../core/commerce/settlement/settle-payment.ts';
import { recordPoolReadings } from '../../core/fleet/capacity/use/utilisation.ts';
import type { Customer } from '../../core/testing/cloud.ts';
import { assertBooks, payingCustomer } from '../../core/testing/paying-customer.ts';
import { DAY_MS, HOUR_MS } from '../../kit/clock.ts';
import { data } from '../test-answers.ts';
import type { Browser } from '../test-browser.ts';
import { openWebCloud, type WebCloud } from '../testing.ts';

const AT = '/api/console/operator';
const FILES = ['/revenue.csv', '/revenue.json', '/utilisation.csv', '/utilisation.json'];
let web: WebCloud;
let finance: Browser & { readonly userId: string };
let fleet: Browser & { readonly userId: string };
let customer: Customer;

before(async () => {
  web = await openWebCloud();
  finance = await web.person({ email: 'books@example.com', operates: 'finance' });
  fleet = await web.person({ email: 'racks@example.com', operates: 'fleet' });
  customer = await payingCustomer(web.cloud, { cad: '500' });
  await web.cloud.db.sql.updateTable('accounts').set({ name: '=HYPERLINK("x")' }).where('id', '=', customer.ctx.accountId).execute();
  await customer.deploy('l4-x1');
  const term = { productId: 'h100-sxm-x1', cycle: 'monthly', region: 'canada-montreal', autoRenew: false, name: 'box' } as const;
  const { paymentId } = await createOrder(customer.ctx, { ...term, sshKeyId: customer.sshKeyId });
  await settlePayment(web.cloud.ctx, web.cloud.payments, paymentId);
  await web.cloud.settle();
  await web.cloud.pass(2 * HOUR_MS);
  // A refund to a card names no server: its payment does.
  await refundPayment(web.cloud.ctx, { paymentId, netMicros: 100_000_000n, reason: 'Asked for', key: 'r' });
  await web.cloud.tendMoney();
  await recordPoolReadings(web.ctx);
});
after(async () => {
  await assertBooks(web.cloud).finally(() => web.close());
  assert.deepEqual(web.bugs, [], 'something was answered with 500');
});

const Row = z.looseObject({ id: z.string().nullable(), name: z.string().nullable(), total: z.number(), from: z.string(), to: z.string() });
const RevenueFile = z.looseObject({ total: z.number(), received: z.number().optional(), rows: z.array(Row) });
const json = async (query: string) => RevenueFile.parse((await finance.get(`${AT}/revenue.json?${query}`)).json);

test('revenue comes by model and by customer, to the cent of what the page shows', async () => {
  const page = data(await finance.get(`${AT}/revenue?by=month&periods=1`), Revenue);
  const shown = page.periods[0];
  assert.ok(shown);
  const models = await json('by=model');
  assert.deepEqual([models.total, models.rows.map(({ id }) => id)], [shown.total, ['h100-sxm', 'l4']]);
  const customers = await json('by=customer');
  assert.deepEqual([customers.total, customers.received, customers.rows.length], [shown.total, shown.received, 1]);
  const days = await json('by=model&per=day&from=2020-01-01&to=2099-12-31');
  assert.equal(
    days.rows.reduce((sum, { total }) => sum + fromCad(total), 0n),
    fromCad(shown.total),
  );
  assert.ok(days.rows.every(({ from, to }) => from === to));
  assert.deepEqual((await json('from=2020-01-01&to=2020-01-31')).rows, []);
});

test('a file for a spreadsheet runs no formula of a customer, and says its columns in the reader’s language', async () => {
  const csv = await finance.get(`${AT}/revenue.csv?by=customer&from=2026-12-01&to=2026-12-31`, { 'accept-language': 'fr' });
  assert.match(csv.headers.get('content-type') ?? '', /^text\/csv; charset=utf-8$/);
  assert.equal(csv.headers.get('content-disposition'), 'attachment; filename="revenue-by-customer.csv"');
  assert.match(csv.text, /^\uFEFF?du,au,par,id,nom,heures CAD,/);
  assert.match(csv.text, new RegExp(`\r\n2026-12-01,2026-12-31,customer,${customer.ctx.accountId},"'=HYPERLINK\\(""x""\\)",`));
  const english = await finance.get(`${AT}/revenue.csv?language=en`);
  assert.match(english.text, /^\uFEFF?from,to,by,id,name,hours CAD,[^\r]*,earned CAD\r\n/);
});

test('utilisation is what the page shows, hour by hour and day by day, with times that say their zone', async () => {
  const page = data(await fleet.get(`${AT}/utilisation?days=1`), Utilisation);
  const shown = page.pools.flatMap(({ poolId, points }) => points.map(({ at, gpus, held }) => [poolId, at, gpus, held]));
  const today = web.ctx.clock.now().toISOString().slice(0, 10);
  const Rows = z.object({
    per: z.string(),
    rows: z.array(z.object({ poolId: z.string(), from: z.string(), to: z.string(), gpus: z.number(), held: z.number() })),
  });
  const read = async (query: string) => Rows.parse((await fleet.get(`${AT}/utilisation.json?${query}`)).json);
  const { per, rows } = await read(`from=2026-11-30&to=${today}`);
  assert.equal(per, 'hour');
  const byText = (a: unknown, b: unknown) => JSON.stringify(a).localeCompare(JSON.stringify(b));
  assert.deepEqual(rows.map(({ poolId, from, gpus, held }) => [poolId, from, gpus, held]).toSorted(byText), shown.toSorted(byText));
  const days = await read(`from=2020-01-01&to=${today}`);
  assert.equal(days.per, 'day');
  const pageDays = data(await fleet.get(`${AT}/utilisation?days=30`), Utilisation);
  assert.deepEqual(
    days.rows.map(({ poolId, from, gpus, held }) => [poolId, from, gpus, held]).toSorted(byText),
    pageDays.pools.flatMap(({ poolId, points }) => points.map(({ at, gpus, held }) => [poolId, at, gpus, held])).toSorted(byText),
  );
  // A day begins at midnight in Toronto.
  assert.ok(days.rows.every(({ from, to }) => from.endsWith('T05:00:00.000Z') && Date.parse(to) - Date.parse(from) === DAY_MS));
  const csv = await fleet.get(`${AT}/utilisation.csv?from=2026-11-30&language=en`);
  assert.match(csv.text, /^\uFEFF?from,to,pool id,pool,GPU model,GPUs,GPUs held,utilisation %\r\n\d{4}-\d\d-\d\dT\d\d:00:00\.000Z,/);
});

describe('who may have them', () => {
  test('revenue is for those who read the books, utilisation for those who read the fleet, and nobody else', async () => {
    const outsider = await web.person({ email: 'nobody@example.com' });
    for (const path of FILES) {
      assert.equal((await outsider.get(`${AT}${path}`)).status, 404, path);
      assert.equal((await web.browser().get(`${AT}${path}`)).status, 401, path);
      const [may, mayNot] = path.startsWith('/revenue') ? [finance, fleet] : [fleet, finance];
      assert.equal((await may.get(`${AT}${path}`)).status, 200, path);
      assert.equal((await mayNot.get(`${AT}${path}`)).status, 403, path);
    }
  });

  test('days and groups that are none are refused before anything is sent', async () => {
    const wrong = ['from=yesterday', 'from=2026-02-30', 'from=2026-02-02&to=2026-02-01', 'per=week', 'language=de'];
    for (const path of FILES)
      for (const query of [...wrong, ...(path.startsWith('/revenue') ? ['by=server', 'per=hour'] : ['per=range'])]) {
        const answer = await (path.startsWith('/revenue') ? finance : fleet).get(`${AT}${path}?${query}`);
        assert.equal(answer.status, 400, `${path}?${query}`);
      }
  });

  test('who exports customers’ names stands in the audit log, once an hour', async () => {
    const clerk = await web.person({ email: 'clerk@example.com', operates: 'finance' });
    for (const query of ['by=model', 'by=customer', 'by=customer']) await clerk.get(`${AT}/revenue.csv?${query}`);
    await clerk.get(`${AT}/revenue.csv?by=customer&from=never`);
    const lines = web.cloud.db.sql.selectFrom('auditEntries').select(['action', 'target', 'detail']);
    assert.deepEqual(await lines.where('actorId', '=', clerk.userId).where('action', '<>', 'person.signed_in').execute(), [
      { action: 'operator.looked', target: null, detail: { of: 'revenueByCustomer' } },
    ]);
  });

  test('past the limit of a minute a file is 429 with when to come back', async () => {
    const from = { 'x-forwarded-for': '198.51.100.78' };
    // Twice the limit and more: wherever the clock minute turns meanwhile, one of the minutes is full.
    for (let n = 0; n < 22; n += 1) {
      const answer = await fleet.get(`${AT}/utilisation.csv`, from);
      if (answer.status !== 429) continue;
      assert.ok(Number(answer.headers.get('retry-after')) >= 1);
      return;
    }
    assert.fail('never refused');
  });
});
