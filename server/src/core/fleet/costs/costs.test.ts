import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { createKey } from '../../ground/keys/create-key.ts';
import { setAccountBudget } from '../../money/budgets/set-account-budget.ts';
import { startCloud } from '../../testing/cloud.ts';
import { addPerson } from '../../testing/people.ts';
import { createServer } from '../lifecycle/create/create-server.ts';
import { describeServer } from '../servers/descriptions/describe-server.ts';
import { costsAsCsv, costsAsJson } from './costs-file.ts';
import { forecastOf } from './forecast.rules.ts';
import { getCosts } from './get-costs.ts';
import { getForecast } from './get-forecast.ts';

const cloud = await startCloud({ start: new Date('2026-11-10T12:00:00Z'), hosts: { l4: [8] } });
after(() => cloud.close());

test('a month comes to what is spent and what runs until its end, and meets its limit when the rate says so', () => {
  const at = new Date('2026-11-29T00:00:00Z');
  const monthEnd = new Date('2026-11-29T10:00:00Z');
  const month = { at, monthEnd, monthSpentMicros: 5_000_000n, perHourMicros: 1_000_000n } as const;
  assert.deepEqual(forecastOf({ ...month, monthLimitMicros: null }), { expectedMicros: 15_000_000n, hoursToLimit: null });
  assert.deepEqual(forecastOf({ ...month, monthLimitMicros: 15_000_000n }), { expectedMicros: 15_000_000n, hoursToLimit: null });
  assert.deepEqual(forecastOf({ ...month, monthLimitMicros: 7_500_000n }), { expectedMicros: 15_000_000n, hoursToLimit: 2.5 });
  assert.equal(forecastOf({ ...month, monthLimitMicros: 1_000_000n }).hoursToLimit, 0);
  assert.equal(forecastOf({ ...month, perHourMicros: 0n, monthLimitMicros: 0n }).hoursToLimit, 0, 'spent more than a limit set later');
});

test('the forecast counts what the budget counts, and another account’s servers do not', async () => {
  const customer = await cloud.customer('1000');
  const stranger = await cloud.customer('1000');
  const others = await stranger.deploy('l4-x1');
  const serverId = await customer.deploy('l4-x1');
  await cloud.settle();
  await setAccountBudget(customer.ctx, { accountId: customer.ctx.accountId, monthLimitMicros: 10_000_000n });
  const forecast = await getForecast(customer.ctx);
  assert.deepEqual([forecast.spent, forecast.perHour, forecast.monthlyLimit], [1.09, 1.09, 10]);
  assert.ok(forecast.expected > 500 && forecast.expected < 560, String(forecast.expected));
  assert.ok(forecast.limitAt !== null && forecast.limitAt < forecast.monthEnd);
  await customer.remove(serverId);
  await stranger.remove(others);
  await cloud.settle();
  const calm = await getForecast(customer.ctx);
  assert.deepEqual([calm.perHour, calm.expected, calm.limitAt], [0, calm.spent, null]);
});

test('costs are told apart by who deployed, with which key, by label and by model; a key’s are its maker’s', async () => {
  const customer = await cloud.customer('1000');
  const { accountId } = customer.ctx;
  const { id: userId, ctx: noemie } = await addPerson(cloud.ctx, { accountId, role: 'owner', name: 'Noémie' });
  const key = await createKey(noemie, { accountId, access: 'full', name: 'ci' });
  const order = { productId: 'l4-x1', sshKeyId: customer.sshKeyId };
  const { id: byHand } = await createServer(noemie, order);
  const { id: byKey } = await createServer({ ...customer.ctx, actor: { type: 'api_key', id: key.id, name: 'ci' } }, order);
  await cloud.settle();
  await describeServer(customer.ctx, { serverId: byKey, name: '=cmd()', labels: [{ key: 'project', value: 'ci;=1+1' }] });
  await cloud.pass(HOUR_MS + MINUTE_MS);
  const rows = async (by: Parameters<typeof getCosts>[1]['by']) =>
    (await getCosts(customer.ctx, { by })).rows.map(({ id, name, serverCount, total }) => [id, name, serverCount, total]);
  assert.deepEqual(await rows('member'), [[userId, 'Noémie', 2, 4.36]]);
  assert.deepEqual(
    new Set(await rows('key')),
    new Set([
      [key.id, 'ci', 1, 2.18],
      [null, null, 1, 2.18],
    ]),
  );
  assert.deepEqual(
    new Set(await rows('label')),
    new Set([
      ['ci;=1+1', 'ci;=1+1', 1, 2.18],
      [null, null, 1, 2.18],
    ]),
  );
  assert.deepEqual(await rows('model'), [['l4', 'L4', 2, 4.36]]);
  const csv = await costsAsCsv(customer.ctx, { by: 'server', language: 'fr' });
  assert.match(csv, /'=cmd\(\)/, 'no spreadsheet takes a name for a formula');
  assert.equal(csv.split('\r\n').length, 4);
  const byLabel = await costsAsCsv(customer.ctx, { by: 'label', language: 'en' });
  assert.match(byLabel, /"ci;'=1\+1"/, 'nor a label’s value, whatever it cuts lines at');
  const json: unknown = JSON.parse(await costsAsJson(customer.ctx, { by: 'server' }));
  assert.deepEqual(json, await getCosts(customer.ctx, { by: 'server' }));
  for (const id of [byHand, byKey]) await customer.remove(id);
});

test('days that end before they begin, and too many of them, are refused in words', async () => {
  const { ctx } = await cloud.customer('10');
  const refused = (from: string, to: string) => assert.rejects(getCosts(ctx, { by: 'server', from, to }), { code: 'INVALID_REQUEST' });
  await refused('2026-11-02', '2026-11-01');
  await refused('2025-11-02', '2026-11-01');
  const { from, to } = await getCosts(ctx, { by: 'server', days: 30 });
  assert.deepEqual([from, to], ['2026-10-12', '2026-11-10'], 'across the night in which the clocks go back');
  assert.deepEqual((await getCosts(ctx, { by: 'label' })).rows, []);
});
