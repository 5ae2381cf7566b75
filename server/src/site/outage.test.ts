import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EngineError } from '../engines/engine.ts';
import { HOUR_MS, MINUTE_MS } from '../kit/clock.ts';
import { openTestSite, type TestSite } from './testing.ts';

/** The state that the status page shows for each of its parts, in their order. */
function statesOf(text: string): string[] {
  return [...text.matchAll(/class="state" data-state="(\w+)"/g)].map(([, state]) => state ?? '');
}

async function withSite(options: Parameters<typeof openTestSite>[0], run: (site: TestSite) => Promise<void>): Promise<void> {
  const site = await openTestSite(options);
  try {
    await run(site);
  } finally {
    await site.close();
  }
}

describe('the status page', () => {
  test('says that all is well when it is, in both languages', () =>
    withSite({}, async (site) => {
      const english = (await site.get('/status')).text;
      assert.deepEqual(statesOf(english), ['up', 'up', 'up', 'up', 'up', 'up']);
      assert.match(english, /All systems operational/);
      assert.match((await site.get('/fr/status')).text, /Tous les systèmes sont opérationnels/);
    }));

  test('says since when no work was done', () =>
    withSite({}, async (site) => {
      site.cloud.clock.advance(HOUR_MS);
      const { text } = await site.get('/status');
      assert.deepEqual(statesOf(text), ['up', 'up', 'late', 'up', 'up', 'up']);
      assert.match(text, /Nothing has run since Dec 1, 2026, 10:00 a.m. EST/);
      await site.cloud.meter();
      site.wait(MINUTE_MS);
      assert.equal(statesOf((await site.get('/status')).text)[2], 'up');
    }));

  test('counts hosts that do not answer and names none, nor whose servers are there', () =>
    withSite({}, async (site) => {
      const hosts = await site.cloud.db.sql
        .updateTable('hosts')
        .set({ silentSince: site.cloud.clock.now() })
        .where('id', 'in', (of) => of.selectFrom('hosts').select('id').limit(1))
        .returning('name')
        .execute();
      const { text } = await site.get('/status');
      assert.equal(statesOf(text)[4], 'late');
      assert.match(text, /1 of 2 not responding, the longest since Dec 1, 2026, 10:00 a.m. EST/);
      for (const { name } of hosts) assert.ok(!text.includes(name), name);
    }));

  test('says of hosts that are not sold for another reason that their servers run', () =>
    withSite({}, async (site) => {
      const set = { silentSince: site.cloud.clock.now(), silentWhy: 'engine_no_service' } as const;
      await site.cloud.db.sql.updateTable('hosts').set(set).execute();
      const { text } = await site.get('/status');
      assert.equal(statesOf(text)[4], 'late');
      assert.match(text, /2 of 2 not taking new servers\. Servers on them keep running/);
      assert.doesNotMatch(text, /not responding, the longest|ERROR/);
    }));

  test('tells an engine that does not answer', () =>
    withSite({ engine: { hosts: () => Promise.reject(new EngineError('timeout', 'away')) } }, async (site) => {
      const { text } = await site.get('/status');
      assert.deepEqual(statesOf(text), ['up', 'up', 'up', 'down', 'up', 'up']);
      assert.doesNotMatch(text, /away/);
    }));
});

describe('with the database away', () => {
  test('a site that nobody has looked at yet says so, and the pages that need no database are there', () =>
    withSite({}, async (site) => {
      site.loseDatabase();
      const { status, text } = await site.get('/');
      assert.equal(status, 200);
      assert.match(text, /Stock and prices are unavailable right now/);
      assert.equal((await site.get('/docs')).status, 200);
      assert.equal((await site.get('/fr/docs/api')).status, 200);
      const prices = await site.get('/gpus');
      assert.equal(prices.status, 503);
      assert.match(String(prices.headers['content-type']), /^text\/html/);
      assert.match(prices.text, /This page couldn’t be loaded/);
      assert.match(prices.text, new RegExp(String(prices.headers['x-request-id'])));
      assert.equal(prices.headers['cache-control'], 'no-store');
      const seen = await site.get('/status');
      assert.equal(seen.status, 200);
      assert.deepEqual(statesOf(seen.text), ['up', 'down', 'unknown', 'up', 'unknown', 'unknown']);
      assert.match(seen.text, /the database is not responding/);
    }));

  test('prices and stock that were seen before are still shown', () =>
    withSite({}, async (site) => {
      assert.equal((await site.get('/gpus')).status, 200);
      site.loseDatabase();
      site.wait(5 * MINUTE_MS);
      const { status, text } = await site.get('/gpus');
      assert.equal(status, 200);
      assert.match(text, /\$3\.99/);
      assert.match(text, /In stock/);
    }));
});
