import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AccountAction, AccountActionCode } from '@boreal/contract/errors/errors.ts';
import { accountAction } from './account-action.rules.ts';

const siteUrl = 'https://gpu.example';

for (const code of AccountActionCode.options) {
  for (const locale of ['en', 'fr'] as const) {
    test(`the ${locale} action of ${code} is as the contract says, and its message holds the link`, () => {
      const action = accountAction({ code, siteUrl, locale });
      assert.deepEqual(AccountAction.parse(action), action);
      assert.ok(action.message.includes(action.action.url));
      assert.ok(Object.values(action.links).includes(action.action.url));
    });
  }
}

test('French and English differ in words only', () => {
  const [en, fr] = (['en', 'fr'] as const).map((locale) => accountAction({ code: 'NO_API_KEY', siteUrl, locale }));
  assert.notEqual(en?.message, fr?.message);
  assert.deepEqual({ ...en?.links }, { ...fr?.links });
  assert.equal(en?.action.url, fr?.action.url);
});

test('what is paid or raised at an order or a server is linked to that one', () => {
  for (const [remedy, page] of [
    ['term', '/console/billing/orders/id_1'],
    ['canceled term', '/console/servers/id_1/backups'],
    ['backups', '/console/servers/id_1/backups'],
    ['serverBudget', '/console/servers/id_1/billing'],
  ] as const)
    for (const locale of ['en', 'fr'] as const) {
      const { action, message } = accountAction({ code: 'PAYMENT_REQUIRED', remedy, id: 'id_1', siteUrl, locale });
      assert.equal(action.url, `${siteUrl}${page}`);
      assert.ok(message.includes(action.url));
    }
});

test('an amount is told on payment actions only, rounded up to a cent that is enough', () => {
  const about = (code: AccountActionCode, hourMicros?: bigint) => {
    const { minimumCad, minimumTopupCad } = accountAction({ code, siteUrl, locale: 'en', hourMicros });
    return [minimumCad, minimumTopupCad];
  };
  assert.deepEqual(about('PAYMENT_REQUIRED', 3_990_001n), [4, 25]);
  assert.deepEqual(about('BUDGET_CAP_REACHED', 3_990_000n), [3.99, 25]);
  assert.deepEqual(about('PAYMENT_REQUIRED'), [undefined, 25]);
  assert.deepEqual(about('NO_API_KEY', 3_990_000n), [undefined, undefined]);
});
