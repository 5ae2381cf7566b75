import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../testing/boreal-process.ts';
import { button } from '../testing/console-page.ts';
import { operatedBoreal } from '../testing/operated-boreal.ts';

const stage = operatedBoreal({});
const { ask, own } = stage;

test('what a colleague has said of the company meanwhile stays when another field is saved, and is then shown', async () => {
  const { page } = stage.operator;
  await page.goto('/operator/money/company');
  const email = page.getByLabel('Billing email');
  await email.fill('factures@example.com');
  await ask(stage.operator, 'PUT', '/operator/company', { city: 'Rimouski' });
  await button(page, 'Save').click();
  await page.getByText('Saved. New documents show it.').waitFor();
  assert.equal(await page.getByLabel('City', { exact: true }).inputValue(), 'Rimouski');
  const { city, email: saved } = Object(await ask(stage.operator, 'GET', '/operator/company'));
  assert.deepEqual([city, saved], ['Rimouski', 'factures@example.com']);
});

test('so it does of an account', async () => {
  const { page } = stage.aurore;
  await page.goto('/console/profile');
  await page.getByLabel('Company').fill('Calcul inc.');
  await ask(stage.aurore, 'PUT', own('/profile'), { name: 'Aurore Nord' });
  await button(page, 'Save').click();
  await page.getByText('Saved.', { exact: false }).first().waitFor();
  const { name, company } = Object(await ask(stage.aurore, 'GET', own('/profile')));
  assert.deepEqual([name, company], ['Aurore Nord', 'Calcul inc.']);
});

test('so it does of a budget, and a limit that was taken away is not set again', async () => {
  const { page } = stage.aurore;
  await page.goto('/console/billing/budget');
  const daily = page.getByLabel('Daily limit');
  await daily.fill('50');
  await ask(stage.aurore, 'PUT', own('/budget'), { monthlyLimit: 400 });
  await button(page, 'Save').click();
  const budget = async () => {
    const { monthlyLimit, dailyLimit } = Object(await ask(stage.aurore, 'GET', own('/budget')));
    return [monthlyLimit, dailyLimit];
  };
  await until('the limit is saved', 10_000, async () => (await budget())[1] === 50);
  assert.deepEqual(await budget(), [400, 50]);
  await daily.fill('');
  await button(page, 'Save').click();
  await until('the limit is gone', 10_000, async () => (await budget())[1] === null);
  assert.deepEqual(await budget(), [400, null]);
});
