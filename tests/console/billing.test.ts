import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { addSshKey } from '../testing/boreal-process-client.ts';
import { makeBorealHome } from '../testing/boreal-process-home.ts';
import { browsedBoreal } from '../testing/browsed-boreal.ts';
import { assertAccessible, signIn, type Visitor, type VisitorOptions } from '../testing/browser.ts';

// A minute of the product is a second: auto-reload, which looks each minute, is quick.
const stage = browsedBoreal({ BOREAL_TIME_SCALE: '60' });
const BILLING = '/console/billing';

/** A demo customer who is signed in; the page has had no problem of its own by the end. */
async function asCustomer(index: 0 | 1 | 2, options: Partial<VisitorOptions>, work: (page: Page) => Promise<void>): Promise<void> {
  const visitor: Visitor = await stage.open(options);
  await signIn(visitor.page, (await stage.home.demo()).customers[index]);
  await work(visitor.page);
  assert.deepEqual(visitor.problems, []);
  await visitor.close();
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

/** Saves one of the sandbox's cards and makes it the default, by the pages. */
async function saveCard(page: Page, words: { add: string; kind: string; save: string; makeDefault: string; done: string }): Promise<void> {
  await page.goto(`${BILLING}/payment-methods`);
  await page.getByRole('link', { name: words.add }).click();
  await page.getByRole('radio', { name: words.kind }).check();
  await page.getByRole('button', { name: words.save }).click();
  await page.waitForURL(/payment-methods$/);
  await page.getByRole('button', { name: words.makeDefault }).last().click();
  await page.getByText(words.done).waitFor();
}

describe('billing', () => {
  test('a card is added, credit is bought with it, and the receipt is there', () =>
    asCustomer(2, {}, async (page) => {
      await page.goto('/console');
      await page.getByRole('navigation').getByRole('link', { name: 'Credit' }).click();
      await heading(page, 'Credit');
      await page.getByText('No spending in the last 30 days.').waitFor();
      await saveCard(page, {
        add: 'Add a card',
        kind: 'Mastercard that works',
        save: 'Save card',
        makeDefault: 'Make default',
        done: 'This card is charged from now on.',
      });
      await page.getByText('Mastercard ending in 4444').first().waitFor();
      await assertAccessible(page);

      await page.goto(`${BILLING}/add-credits`);
      await page.getByText('$25.00', { exact: true }).click();
      await page.getByRole('row', { name: 'GST 5% $1.25' }).waitFor();
      await assertAccessible(page);
      await page.getByRole('textbox', { name: 'Credit to buy' }).fill('24.99');
      await page.getByText('Enter an amount from $25 to $10,000.').waitFor();
      assert.ok(await page.getByRole('button', { name: /^Pay/ }).isDisabled());
      await page.getByRole('textbox', { name: 'Credit to buy' }).fill('25');
      await page.getByRole('button', { name: 'Pay $26.25…' }).click();
      const asked = page.getByRole('dialog');
      await asked
        .getByText(/^Mastercard ending in 4444 is charged \$26\.25 now, on \w+ \d+.*\. This adds \$25\.00 to your credit\.$/)
        .waitFor();
      await assertAccessible(page);
      await asked.getByRole('button', { name: 'Cancel' }).click();
      await asked.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Pay $26.25…' }).click();
      await asked.getByRole('button', { name: 'Pay $26.25' }).click();

      await heading(page, 'Payment');
      await page.getByText('$25.00 added to your credit.').waitFor();
      await assertAccessible(page);
      await page.getByRole('link', { name: 'See the receipt' }).click();
      await heading(page, /^Receipt INV-\d{6}$/);
      await page.getByText('Mastercard ending in 4444').waitFor();
      await assertAccessible(page);
      const [pdf] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'PDF in French' }).click()]);
      assert.match(pdf.suggestedFilename(), /^INV-\d{6}\.pdf$/);
      assert.equal((await readFile(await pdf.path())).subarray(0, 5).toString(), '%PDF-');

      await page.goto(`${BILLING}/invoices`);
      const all = page.getByRole('button', { name: 'Download all as ZIP' });
      const [zip] = await Promise.all([page.waitForEvent('download'), all.click()]);
      assert.match(zip.suggestedFilename(), /^invoices-acc_\w+\.zip$/);
      assert.match((await readFile(await zip.path())).toString('latin1'), /^PK.*INV-\d{6}\.pdf/s);
      await assertAccessible(page);
      // Its refusal is read, and not saved.
      const tooMany = { error: 'INVALID_REQUEST', message: '', issues: [{ path: 'from', message: 'A file has at most 200 documents.' }] };
      await page.route(/\/invoices\.zip\?/, (route) => route.fulfill({ status: 400, json: tooMany }));
      await all.click();
      await page.getByText('A file has at most 200 documents.').waitFor();
      await page.unrouteAll({ behavior: 'wait' });
      await page.getByLabel('Type').selectOption({ label: 'Credit note' });
      await page.getByText('No matching documents').waitFor();
      assert.ok(await all.isDisabled());
    }));

  test('auto-reload buys by itself up to its monthly limit, and the file of transactions tells it', () =>
    asCustomer(1, {}, async (page) => {
      await page.goto(`${BILLING}/auto-reload`);
      await page.getByLabel('When the credit is below').fill('100');
      await page.getByRole('textbox', { name: 'Monthly limit' }).fill('40');
      await page.getByRole('switch', { name: 'Buy credit automatically' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Turn on auto-reload' }).click();
      await page.getByText('The monthly limit cannot be less than one reload.').waitFor();
      await page.getByRole('textbox', { name: 'Monthly limit' }).fill('60');
      await page.getByRole('button', { name: 'Save' }).click();
      await page
        .getByRole('dialog')
        .getByText(
          /^Whenever your credit is below \$100\.00, .+ ending in \d{4} is charged \$5\d\.\d\d, tax included, for \$50\.00 of credit: .+ at most \$60\.00 of credit a month\.$/,
        )
        .waitFor();
      await page
        .getByRole('dialog')
        .getByText(/^Your credit is \$[\d.]+: the first charge follows within minutes, today, \w+ \d+.*\.$/)
        .waitFor();
      await assertAccessible(page);
      await page.getByRole('button', { name: 'Turn on auto-reload' }).click();
      await page.getByText('Saved.').waitFor();
      await reloadUntil(page, () => page.getByText('The monthly limit is reached').isVisible());
      await assertAccessible(page);

      await page.getByRole('navigation', { name: 'Billing sections' }).getByRole('link', { name: 'Transactions' }).click();
      await page.getByRole('row', { name: /Credit purchased \+\$50\.00 \$51\.00/ }).waitFor();
      await assertAccessible(page);
      const file = await downloadCsv(page);
      const [head, newest] = file.split('\r\n');
      assert.equal(head, '\uFEFFid,time,type,amount CAD,balance after CAD,server,description,server name');
      assert.match(newest ?? '', /,topup,50,51,,Credit purchased by auto-reload,$/);
      await page.getByLabel('From').fill('2099-01-02');
      await page.getByLabel('To').fill('2099-01-01');
      await page.getByText('“To” can’t be before “From”.').waitFor();
      await page.getByLabel('To').fill('2099-01-02');
      assert.equal((await downloadCsv(page)).trim().split('\r\n').length, 1);
    }));

  test('a declined card is told in French with what to do, and a bank that asks is answered', () =>
    asCustomer(1, { language: 'fr-CA', width: 390, scheme: 'dark' }, async (page) => {
      const words = {
        add: 'Ajouter une carte',
        save: 'Enregistrer la carte',
        makeDefault: 'Définir par défaut',
        done: 'Cette carte sera débitée désormais.',
      };
      const pay = async () => {
        await page.goto(`${BILLING}/add-credits`);
        await page.getByText('25,00 $', { exact: true }).click();
        await page.getByRole('button', { name: /^Payer 28,25/ }).click();
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^Payer 28,25/ })
          .click();
      };
      await page.goto(`${BILLING}/transactions`);
      const open = await page.locator('main nav a[aria-current=page]', { hasText: 'Transactions' }).boundingBox();
      assert.ok(open && open.x >= 0 && open.x + open.width <= 390, `the part that is open is in sight: ${JSON.stringify(open)}`);
      await saveCard(page, { ...words, kind: 'Visa sans fonds suffisants' });
      await pay();
      await page.getByRole('alert').getByText('Les fonds de la carte ne suffisent pas. Essayez une autre carte.').waitFor();
      await page.getByText('Rien n’a été débité.').waitFor();
      await assertAccessible(page);
      // The overview tells it too, and leads back here.
      const seen = new URL(page.url()).pathname;
      await page.goto('/console');
      const declined = page.getByRole('alert').filter({ hasText: /^La carte a été refusée.+28,25.+pour du crédit/ });
      await declined.getByRole('link', { name: 'Voir le paiement' }).click();
      await page.waitForURL((url) => url.pathname === seen);

      await saveCard(page, { ...words, kind: 'Visa dont la banque demande une confirmation' });
      await pay();
      await page.getByText('Votre banque veut s’assurer que c’est vous').waitFor();
      await assertAccessible(page);
      await page.goto('/console');
      await page.getByRole('alert').getByRole('link', { name: 'Confirmer le paiement' }).click();
      await page.getByRole('button', { name: 'Confirmer le paiement' }).click();
      await page.getByText(/25,00.+ajoutés à votre crédit/).waitFor();
    }));

  test('a term is renewed near its end after one more question, set to renew by itself, and cancelled to its end', () =>
    asCustomer(0, {}, async (page) => {
      await order(page, (await stage.home.demo()).customers[0].accountId);
      await page.goto(`${BILLING}/orders`);
      await page.getByRole('link', { name: 'ahead' }).click();
      await heading(page, 'Order for ahead');
      await page.getByText('Active', { exact: true }).waitFor();
      const renewal = page.getByRole('switch', { name: 'Renew automatically at the end of each term' });
      await renewal.click();
      await page
        .getByRole('dialog')
        .getByText(
          /^\w+ ending in \d{4} is charged \$[\d,.]+, tax included, on \w+ \d+.*\. This pays for ahead from .+ to .+\. Each following term is charged/,
        )
        .waitFor();
      await assertAccessible(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      assert.equal(await renewal.isChecked(), false, 'nothing was turned on');
      await renewal.click();
      await page.getByRole('button', { name: 'Turn on automatic renewal' }).click();
      await page.getByText('Automatic renewal is on.').waitFor();
      await assertAccessible(page);
      await renewal.click();
      await page.getByText('Automatic renewal is off.').waitFor();
      await page.getByText(/^You can pay for the next term from /).waitFor();
      assert.equal(await page.getByRole('button', { name: /^Pay / }).count(), 0, 'nothing that charges the card a month ahead');
      // A day before the term ends.
      await page.route('**/renewal', async (route) => {
        const { data } = z.object({ data: z.looseObject({ periodStart: z.string() }) }).parse(await (await route.fetch()).json());
        const quotedAt = new Date(new Date(data.periodStart).getTime() - 86_400_000).toISOString();
        await route.fulfill({ json: { data: { ...data, quotedAt } } });
      });
      await page.reload();
      await page.getByRole('button', { name: 'Pay for the next term…' }).click();
      const asked = page.getByRole('dialog');
      await asked.getByText(/^\w+ ending in \d{4} is charged \$[\d,.]+ now, on \w+ \d+.*\. This pays for ahead from .+ to .+\.$/).waitFor();
      await assertAccessible(page);
      await asked.getByRole('button', { name: /^Pay \$/ }).click();
      await page.unrouteAll({ behavior: 'wait' });
      await heading(page, 'Payment');
      await page.getByText(/^The card was charged/).waitFor();
      await page.getByRole('link', { name: 'See the order' }).click();
      await page.getByText('The next term of this order is already paid.').waitFor();
      await page.getByRole('button', { name: 'Cancel at the end of the term' }).click();
      await assertAccessible(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
      await page.getByText(/^This order is cancelled/).waitFor();
      await page.goto(`${BILLING}/invoices`);
      // One for each term that was paid.
      await page.getByRole('link', { name: /^INV-/ }).nth(1).waitFor();
      await assertAccessible(page);
      await page.goto(BILLING);
      await page.getByText('Prepaid terms').first().waitFor();
      await assertAccessible(page);
    }));

  test('a term is ordered after a dialog that names the card, the amount and the day, and what is cancelled there charges nothing', () =>
    asCustomer(2, { width: 390 }, async (page) => {
      const [, , { restKey, accountId }] = (await stage.home.demo()).customers;
      await addSshKey(stage.boreal, restKey);
      await page.goto('/console/deploy?plan=h100-sxm-x1');
      await page.getByText('By the month', { exact: true }).click();
      const order = page.getByRole('button', { name: 'Order and pay…' });
      await order.click();
      const asked = page.getByRole('dialog');
      await asked
        .getByText(
          /^\w+ ending in \d{4} is charged \$2,294\.25 now, on \w+ \d+.*\. This pays for a month of H100 SXM ×1\. It is not renewed/,
        )
        .waitFor();
      await assertAccessible(page);
      await asked.getByRole('button', { name: 'Cancel' }).click();
      await asked.waitFor({ state: 'hidden' });
      const orders = () => page.request.get(`/api/console/accounts/${accountId}/orders`).then((answer) => answer.json());
      assert.deepEqual(z.object({ data: z.array(z.unknown()) }).parse(await orders()).data, [], 'nothing is ordered yet');
      await order.click();
      await asked.getByRole('button', { name: 'Pay $2,294.25' }).click();
      await page.waitForURL(/\/console\/servers\/srv_/);
    }));

  test('a budget is set and lifted', () =>
    asCustomer(0, { scheme: 'dark' }, async (page) => {
      await page.goto(`${BILLING}/budget`);
      await page.getByRole('textbox', { name: 'Monthly limit' }).fill('500');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      await assertAccessible(page);
      await page.reload();
      assert.match(await page.getByRole('textbox', { name: 'Monthly limit' }).inputValue(), /500/);
      await page.getByRole('textbox', { name: 'Monthly limit' }).fill('');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      await page.reload();
      assert.equal(await page.getByRole('textbox', { name: 'Monthly limit' }).inputValue(), '');
    }));
});

describe('where Stripe charges cards', () => {
  test('its own form is let in where a card is added, and nowhere else', async () => {
    const other = await makeBorealHome();
    try {
      const stripe = await other.start({
        BOREAL_PAYMENTS: 'stripe',
        STRIPE_SECRET_KEY: 'sk_test_none',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_ours',
        STRIPE_WEBHOOK_SECRET: 'whsec_none',
      });
      const { page, problems, close } = await stage.open(stripe);
      await page.route('https://js.stripe.com/v3/', (route) => route.fulfill({ contentType: 'text/javascript', body: STRIPE_SCRIPT }));
      // What our own server would have from Stripe.
      await page.route('**/api/console/accounts/*/cards', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({
              json: { data: { cardId: 'card_1', provider: 'stripe', publishableKey: 'pk_test_ours', clientSecret: 'seti_1' } },
            })
          : route.fallback(),
      );
      await page.route('**/api/console/accounts/*/cards/card_1/finish', (route) => route.fulfill({ json: { data: { card: CARD } } }));
      await signIn(page, (await other.demo()).customers[0]);
      await page.goto(`${BILLING}/payment-methods`);
      await page.getByRole('link', { name: 'Add a card' }).first().click();
      await page.getByText('Form of pk_test_ours for seti_1').waitFor();
      await assertAccessible(page);
      await page.getByRole('button', { name: 'Save card' }).click();
      await page.getByText('Visa ending in 4242 saved.').waitFor();
      assert.deepEqual(problems, []);
      await close();
    } finally {
      await other.close();
    }
  });
});

const CARD = {
  id: 'card_1',
  brand: 'visa',
  last4: '4242',
  expMonth: 12,
  expYear: 2030,
  default: true,
  createdAt: '2026-11-21T12:00:00.000Z',
};

/** The part of Stripe's script that the console uses, for a browser that reaches no Stripe. */
const STRIPE_SCRIPT = `
  globalThis.Stripe = (key) => ({
    elements: ({ clientSecret }) => ({
      create: () => {
        const ready = [];
        return {
          on: (_event, run) => ready.push(run),
          mount: (place) => { place.textContent = 'Form of ' + key + ' for ' + clientSecret; ready.forEach((run) => run()); },
          destroy: () => {},
        };
      },
    }),
    confirmSetup: async () => ({}),
    handleNextAction: async () => ({}),
  });
`;

async function downloadCsv(page: Page): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download CSV' }).click()]);
  return readFile(await download.path(), 'utf8');
}

/** Loads the page again until what the worker does shows on it. */
async function reloadUntil(page: Page, seen: () => Promise<boolean>): Promise<void> {
  for (let n = 0; n < 60; n += 1) {
    await page.reload({ waitUntil: 'networkidle' });
    if (await seen()) return;
  }
  assert.fail(`${page.url()} never showed it`);
}

/** Orders a server as the page of deploying does, and waits until it is paid. */
async function order(page: Page, accountId: string): Promise<void> {
  const Made = z.object({ data: z.looseObject({ id: z.string().optional(), paymentId: z.string().optional() }) });
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/console/accounts/${accountId}${path}`, {
      data,
      headers: { origin: stage.boreal.siteUrl },
    });
    assert.equal(answer.status(), 201, await answer.text());
    return Made.parse(await answer.json()).data;
  };
  const { id: sshKeyId } = await post('/settings/ssh-keys/generate', { name: 'laptop' });
  const { paymentId } = await post('/orders', { productId: 'h100-sxm-x1', cycle: 'monthly', sshKeyId, name: 'ahead' });
  await page.goto(`${BILLING}/payments/${paymentId}`);
  await page.getByText(/^The card was charged/).waitFor();
}
