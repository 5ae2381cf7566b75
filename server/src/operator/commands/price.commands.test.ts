import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addMs, DAY_MS } from '../../kit/clock.ts';
import { jsonOf, startOperatedCloud } from '../testing.ts';

const cloud = await startOperatedCloud();
after(() => cloud.close());

test('a new list price is in force at once, and the one before stays in the list', async () => {
  const set = await cloud.run('price', 'set', 'h100-sxm-x1', '--hourly', '3.49');
  assert.equal(set.code, 0);
  assert.match(
    set.out,
    /^h100-sxm-x1 costs 3\.49 CAD an hour \(committed: 1,911\.00 monthly, 1,529\.00 annual, a month\) for everyone from \S+ \S+Z on\. Price: \d+\n$/,
  );
  const listed = await cloud.run('price', 'list', '--plan', 'h100-sxm-x1');
  assert.deepEqual(
    listed.out
      .split('\n')
      .slice(1, 3)
      .map((line) => /(\d\.\d\d) .*(in force|past)$/.exec(line)?.slice(1)),
    [
      ['3.49', 'in force'],
      ['3.99', 'past'],
    ],
  );
});

test('a price can be for one account alone, and from a later moment', async () => {
  const { ctx } = await cloud.customer('0');
  const from = addMs(new Date(), DAY_MS).toISOString();
  const set = await cloud.attempt(
    'price',
    'set',
    'l40s-x1',
    '--hourly',
    '2',
    '--monthly',
    '900',
    '--annual',
    '800.50',
    '--account',
    ctx.accountId,
    '--from',
    from,
    '--json',
  );
  assert.partialDeepStrictEqual(jsonOf(set), {
    requestId: null,
    price: {
      planId: 'l40s-x1',
      accountId: ctx.accountId,
      pricing: { hourly: 2, monthly: 900, annual: 800.5, currency: 'CAD' },
      validFrom: from,
    },
  });
  const listed = jsonOf(await cloud.attempt('price', 'list', '--account', ctx.accountId, '--json'));
  assert.partialDeepStrictEqual(listed, { items: [{ planId: 'l40s-x1', standing: 'to come' }], complete: true });
});

test('a price is refused in the past, at zero, for an hourly plan by the month, and for what does not exist', async () => {
  const refusals = [
    [1, /cannot take effect in the past/, 'l4-x1', '--hourly', '1', '--from', '2020-01-01T00:00:00Z'],
    [2, /Write an amount of CAD above zero/, 'l4-x1', '--hourly', '0'],
    [2, /Write a moment such as/, 'l4-x1', '--hourly', '1', '--from', 'tomorrow'],
    [2, /Write a moment such as/, 'l4-x1', '--hourly', '1', '--from', '2030-01-01'],
    [1, /^l4-x1 is sold by the hour only/, 'l4-x1', '--hourly', '1', '--monthly', '500'],
    [1, /^There is no such plan\. Look for its id with: npm run operator -- plan list/, 'l5-x1', '--hourly', '1'],
    [1, /^There is no such account\./, 'l4-x1', '--hourly', '1', '--account', 'acc_nobody'],
    [2, /required option '--hourly <amount>'/, 'l4-x1'],
  ] as const;
  for (const [code, message, ...args] of refusals) {
    const refused = await cloud.attempt('price', 'set', ...args);
    assert.equal(refused.code, code, args.join(' '));
    assert.match(refused.err, message);
  }
  assert.equal((await cloud.attempt('price', 'list', '--plan', 'l5-x1')).out, 'There is no such price.\n');
});

test('a price for a plan on request tells what else it needs', async () => {
  const set = await cloud.attempt('price', 'set', 'b200-sxm-x8', '--hourly', '48');
  assert.match(
    set.out,
    /still priced on request\. To sell it online: npm run operator -- plan set b200-sxm-x8 --price-on-request no --auto-provisioning yes\n$/,
  );
});

test("an account's own price is withdrawn, and it pays the list price again", async () => {
  const { ctx } = await cloud.customer('0');
  assert.equal((await cloud.attempt('price', 'set', 'l40s-x2', '--hourly', '2', '--account', ctx.accountId)).code, 0);
  const withdrawn = await cloud.run('price', 'withdraw', 'l40s-x2', '--account', ctx.accountId);
  assert.equal(withdrawn.code, 0);
  assert.match(
    withdrawn.out,
    /^Withdrew the price of acc_\S+ for l40s-x2\. From \S+ \S+Z on it pays the list price, 4\.58 CAD an hour\.\n$/,
  );
  const listed = await cloud.run('price', 'list', '--account', ctx.accountId);
  assert.deepEqual(
    listed.out
      .split('\n')
      .slice(1, 3)
      .map((line) => /(–|\d\.\d\d) .*(withdrawn|past)$/.exec(line)?.[2]),
    ['withdrawn', 'past'],
  );
  const again = await cloud.attempt('price', 'withdraw', 'l40s-x2', '--account', ctx.accountId);
  assert.equal(again.code, 1);
  assert.match(again.err, /nothing to withdraw/);
});
