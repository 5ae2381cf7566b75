import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { TERMS_VERSION } from '@boreal/contract/people/sign-in.ts';
import { setCompany } from '../core/commerce/invoices/set-company.ts';
import { listPlans } from '../core/money/catalog/catalog.store.ts';
import { describePlan } from '../core/money/catalog/describe-plan.ts';
import { setPlanFlags } from '../core/money/prices/set-plan-flags.ts';
import { setPrice } from '../core/money/prices/set-price.ts';
import { addMs, MINUTE_MS, SECOND_MS } from '../kit/clock.ts';
import { formats } from './format.ts';
import { openTestSite } from './testing.ts';

// One L4, and H100 for eight.
const site = await openTestSite({ hosts: { 'h100-sxm': [8], l4: [1] } });
after(async () => {
  await site.close();
  assert.deepEqual(site.bugs, [], 'a page could not be made');
});

/** The state that a page shows for plans. */
function stateOf(text: string, plans: string): string | undefined {
  return new RegExp(`data-state="(\\w+)"\\s+data-plans="${plans}"`).exec(text)?.[1];
}

test('the page of a GPU says which processor and network its servers have, as far as it is declared', async () => {
  const page = async (path: string) => {
    site.wait(2 * MINUTE_MS);
    await site.get(path);
    return (await site.get(path)).text;
  };
  assert.doesNotMatch(await page('/gpus/l4'), /CPU and network/);
  const l4 = (await listPlans(site.cloud.db.sql)).filter(({ gpuModel }) => gpuModel === 'l4');
  for (const { id } of l4) await describePlan(site.cloud.ctx, { planId: id, cpuModel: 'AMD EPYC 9124 <i>' });
  for (const { id } of l4.filter(({ gpuCount }) => gpuCount === 1))
    await describePlan(site.cloud.ctx, { planId: id, network: '10 Gbit/s' });
  const text = await page('/gpus/l4');
  assert.match(text, /<dt>CPU<\/dt>\s*<dd>AMD EPYC 9124 &lt;i&gt;<\/dd>/);
  assert.match(text, /<dt>Network<\/dt>\s*<dd>1 GPU: 10 Gbit\/s<\/dd>/, 'with the sizes that it is said of');
  assert.match(await page('/fr/gpus/l4'), /<dt>Processeur<\/dt>/);
});

describe('prices', () => {
  test('are those of the catalog, written as the reader’s language writes them', async () => {
    const english = (await site.get('/gpus/h100-sxm')).text;
    for (const price of ['$3.99', '$1.79', '$31.92', '$2,185', '$1,748', '$9.99', '$95.76']) assert.ok(english.includes(price), price);
    const french = (await site.get('/fr/gpus/h100-sxm')).text.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ');
    for (const price of ['3,99 $', '1,79 $', '31,92 $', '2 185 $', '1 748 $', '9,99 $', '95,76 $'])
      assert.ok(french.includes(price), price);
    assert.ok(french.includes('80 Go'));
  });

  test('follow a price that comes into force, and are never an account’s own', async () => {
    const at = addMs(site.cloud.clock.now(), MINUTE_MS);
    const customer = await site.cloud.customer('10');
    await setPrice(site.cloud.ctx, { planId: 'h100-sxm-x1', accountId: null, validFrom: at, hourlyMicros: 4_440_000n });
    await setPrice(site.cloud.ctx, { planId: 'h100-sxm-x1', accountId: customer.ctx.accountId, validFrom: at, hourlyMicros: 1_230_000n });
    site.cloud.clock.moveTo(addMs(at, SECOND_MS));
    site.wait(2 * MINUTE_MS);
    const { text } = await site.get('/gpus/h100-sxm');
    assert.ok(text.includes('$4.44'));
    assert.ok(!text.includes('$1.23'));
  });

  test('stand beside the memory of a GPU, once where its name says it', async () => {
    for (const path of ['/', '/gpus']) {
      const { text } = await site.get(path);
      assert.match(text, /H100 SXM<\/a> <small>80 GB<\/small>/, path);
      assert.match(text, />A100 80GB<\/a>(?! <small>)/, path);
    }
  });

  test('that are on request are not told, and nothing is deployed there', async () => {
    const { text } = await site.get('/gpus/b200-sxm');
    assert.match(text, /On request/);
    assert.doesNotMatch(text, /\/console\/deploy/);
  });
});

describe('where servers are', () => {
  const place = (text: string) => /class="eyebrow">([^<]*)</.exec(text)?.[1];

  test('is where the operator has hosts, by the operator’s own names', async () => {
    assert.equal(place((await site.get('/')).text), 'GPU servers · Montréal, Québec');
    await site.cloud.db.sql.updateTable('regions').set({ name: 'Toronto, Ontario', province: 'ON' }).execute();
    site.wait(2 * MINUTE_MS);
    for (const page of ['/', '/fr', '/gpus/h100-sxm', '/fr/gpus/b200-sxm']) {
      await site.get(page);
      assert.doesNotMatch((await site.get(page)).text, /Montréal/, page);
    }
    assert.equal(place((await site.get('/fr')).text), 'Serveurs GPU · Toronto, Ontario');
  });

  test('is not said while there are no hosts anywhere', async () => {
    const empty = await openTestSite({ hosts: {} });
    try {
      const { status, text } = await empty.get('/');
      assert.equal(status, 200);
      assert.equal(place(text), undefined);
      assert.doesNotMatch(text, /Montréal|undefined|null/);
    } finally {
      await empty.close();
    }
  });
});

describe('stock', () => {
  test('is what REST says, on every page that shows it', async () => {
    site.wait(2 * MINUTE_MS);
    const [landing, list, model] = [(await site.get('/')).text, (await site.get('/gpus')).text, (await site.get('/gpus/l4')).text];
    for (const text of [landing, list]) {
      assert.equal(stateOf(text, 'l4-x1 l4-x1-spot l4-x2 l4-x2-spot'), 'in_stock');
      assert.match(text, /data-state="sold_out"\s+data-plans="l40s-x1[^"]*"/);
    }
    assert.equal(stateOf(model, 'l4-x1'), 'in_stock');
    assert.equal(stateOf(model, 'l4-x2'), 'sold_out');
  });

  test('that is sold is sold out a minute later', async () => {
    const customer = await site.cloud.customer('100');
    await customer.deploy('l4-x1');
    assert.equal(stateOf((await site.get('/gpus/l4')).text, 'l4-x1'), 'in_stock');
    site.wait(2 * MINUTE_MS);
    assert.equal(stateOf((await site.get('/gpus/l4')).text, 'l4-x1'), 'sold_out');
    assert.match((await site.get('/fr/gpus/l4')).text, /Épuisé/);
  });

  test('of a plan without a price leads to a ticket that says which', async () => {
    const [en, fr] = [await site.get('/gpus/b200-sxm'), await site.get('/fr/gpus/b200-sxm')];
    assert.match(en.text, /href="\/console\/support\/new\?subject=Quote%20for%208%C3%97%20B200%20SXM"/);
    assert.match(fr.text, /href="\/console\/support\/new\?subject=Soumission%20pour%208%C3%97%20B200%20SXM&amp;lang=fr"/);
  });

  test('as they are calculated lead to what was calculated: the plan, the spot one, or a term', async () => {
    for (const [path, lang] of [
      ['/calculator?plan=h100-sxm-x1', ''],
      ['/fr/calculator?plan=h100-sxm-x1', '&amp;lang=fr'],
    ] as const) {
      const links = [...(await site.get(path)).text.matchAll(/href="\/console\/deploy\?([^"]+)"/g)].map(([, query]) => query);
      assert.deepEqual(
        links.filter((query) => query?.includes('plan=')),
        ['plan=h100-sxm-x1', 'plan=h100-sxm-x1-spot', 'plan=h100-sxm-x1&amp;cycle=monthly', 'plan=h100-sxm-x1&amp;cycle=annual'].map(
          (query) => `model=h100-sxm&amp;${query}${lang}`,
        ),
      );
    }
  });

  test('of a plan that is not offered yet cannot be deployed', async () => {
    await setPlanFlags(site.cloud.ctx, { planId: 'h100-sxm-x8', purchasable: false });
    site.wait(2 * MINUTE_MS);
    const { text } = await site.get('/gpus/h100-sxm');
    assert.match(text, /Coming soon/);
    assert.doesNotMatch(text, /plan=h100-sxm-x8"/);
    assert.match(text, /href="\/console\/deploy\?model=h100-sxm&amp;plan=h100-sxm-x4"/);
  });
});

describe('who runs it', () => {
  test('is said to be unknown until the operator says it', async () => {
    assert.match((await site.get('/privacy')).text, /has not entered who they are yet/);
    assert.doesNotMatch((await site.get('/gpus')).text, /Operated by/);
    assert.match((await site.get('/fr/terms')).text, /n’a pas encore dit qui il est/);
  });

  test('is told with the day since which the texts that people agree to are in force', async () => {
    for (const page of ['privacy', 'terms', 'sla']) {
      assert.ok(
        (await site.get(`/${page}`)).text.includes(`Version ${TERMS_VERSION}, in force since ${formats.en.day(TERMS_VERSION)}.`),
        page,
      );
      assert.ok(
        (await site.get(`/fr/${page}`)).text.includes(`Version ${TERMS_VERSION}, en vigueur depuis le ${formats.fr.day(TERMS_VERSION)}.`),
        page,
      );
    }
    assert.deepEqual([formats.en.day('2026-12-01'), formats.fr.day('2026-12-01')], ['December 1, 2026', '1er décembre 2026']);
  });

  test('is told on the privacy and terms pages, whatever it contains', async () => {
    await setCompany(site.cloud.ctx, {
      name: '<script>alert(1)</script> & Fils inc.',
      addressLine1: '1 rue "Principale"',
      city: 'Montréal',
      province: 'QC',
      postalCode: 'H3B 1A5',
      email: 'info@example.com',
    });
    site.wait(2 * MINUTE_MS);
    assert.match((await site.get('/gpus')).text, /Operated by &lt;script&gt;alert\(1\)&lt;\/script&gt; &amp; Fils inc\., Montréal\./);
    for (const path of ['/privacy', '/terms', '/sla', '/fr/privacy', '/fr/terms', '/fr/sla']) {
      const { text } = await site.get(path);
      assert.ok(text.includes('&lt;script&gt;alert(1)&lt;/script&gt; &amp; Fils inc.'), path);
      assert.ok(text.includes('1 rue &quot;Principale&quot;'), path);
      assert.ok(text.includes('href="mailto:info@example.com"'), path);
      assert.ok(!text.includes('<script>alert'), path);
    }
  });
});
