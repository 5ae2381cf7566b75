import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { addSshKey, deploy, untilActive } from '../testing/boreal-process-client.ts';
import type { DemoFile } from '../testing/boreal-process-home.ts';
import { browsedBoreal } from '../testing/browsed-boreal.ts';
import { signIn, looksWell } from '../testing/browser.ts';
import { title } from '../testing/console-page.ts';

let demo: DemoFile;
const stage = browsedBoreal({}, async () => {
  demo = await stage.home.demo();
  const [{ restKey }] = demo.customers;
  const sshKeyId = await addSshKey(stage.boreal, restKey);
  await untilActive(stage.boreal, restKey, await deploy(stage.boreal, restKey, { productId: 'l4-x1', sshKeyId, name: 'trainer' }));
});

test('an audit log is narrowed to days, leads to what it names, and is exported as it is filtered', async () => {
  const { page, problems, close } = await stage.open();
  await signIn(page, demo.customers[0]);
  await page.goto('/console/audit');
  await title(page, 'Audit log');
  await page.getByRole('row', { name: /Server deployed/ }).waitFor();
  await looksWell(page, 'audit-1280-light');
  await page.getByLabel('To', { exact: true }).fill('2020-01-31');
  await page.getByText('No matches').waitFor();
  await page.getByLabel('From', { exact: true }).fill('2020-02-01');
  await page.getByText('“To” can’t be before “From”.').waitFor();
  assert.equal(await page.getByText('Download CSV').getAttribute('href'), null, 'no file is asked for that is refused');
  await looksWell(page, 'audit-wrong-1280-light');
  await page.getByLabel('To', { exact: true }).fill('');
  await page.getByLabel('Action').selectOption({ label: 'Server deployed' });
  await page.getByRole('row', { name: /Server deployed/ }).waitFor();
  assert.equal(new URL(page.url()).search, '?action=server.created&from=2020-02-01');
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download JSON' }).click()]);
  assert.match(file.suggestedFilename(), /^audit-acc_.+\.json$/);
  assert.match(file.url(), /\/audit\.json\?action=server\.created&from=2020-02-01&language=en$/);
  await page.getByRole('link', { name: 'trainer' }).click();
  await title(page, 'trainer');
  assert.deepEqual(problems, []);
  await close();
});

test('an operator’s audit log leads to servers and accounts, and is exported', async () => {
  const { page, problems, close } = await stage.open({ language: 'fr-CA', scheme: 'dark' });
  await signIn(page, demo.operator);
  await page.goto('/operator/audit?from=2020-01-01&action=server.created');
  await page.getByRole('link', { name: 'trainer' }).waitFor();
  assert.equal(await page.getByLabel('Du', { exact: true }).inputValue(), '2020-01-01');
  await looksWell(page, 'operator-audit-1280-dark');
  const lines = await page.evaluate(`[...document.querySelectorAll('td .id')]
    .filter((id) => id.offsetHeight > 0)
    .map((id) => Math.round(id.offsetHeight / parseFloat(getComputedStyle(id).lineHeight)))`);
  assert.deepEqual([...new Set(z.array(z.number()).parse(lines))], [1], 'an id is on one line');
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Télécharger le CSV' }).click()]);
  assert.equal(file.suggestedFilename(), 'audit.csv');
  await page.setViewportSize({ width: 390, height: 860 });
  await looksWell(page, 'operator-audit-390-dark');
  const tops = await Promise.all(['CSV', 'JSON'].map((kind) => page.getByRole('link', { name: `Télécharger le ${kind}` }).boundingBox()));
  assert.equal(tops[0]?.y, tops[1]?.y, 'the files are beside each other');
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.getByRole('link', { name: 'trainer' }).click();
  await page.waitForURL(/\/operator\/servers\/srv_/);
  assert.deepEqual(problems, []);
  await close();
});

test('on a telephone, logs and transactions fit in both schemes', async () => {
  for (const scheme of ['light', 'dark'] as const) {
    const { page, problems, close } = await stage.open({ width: 390, scheme });
    await signIn(page, demo.customers[0]);
    for (const [path, name] of [
      ['audit', 'Audit log'],
      ['billing/transactions', 'Transactions'],
    ] as const) {
      await page.goto(`/console/${path}`);
      await title(page, name);
      await page.getByRole('row').nth(1).waitFor();
      await looksWell(page, `${name.replace(' ', '-')}-390-${scheme}`);
      const times = await page.locator('td time:visible').allTextContents();
      assert.deepEqual(
        times.filter((time) => / [ap]\.m\./.test(time)),
        [],
        'no line begins with “p.m.”',
      );
    }
    assert.deepEqual(problems, []);
    await close();
  }
});
