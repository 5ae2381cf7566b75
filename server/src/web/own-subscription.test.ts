import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { OwnSubscription } from '@boreal/contract/fleet/subscriptions.ts';
import { data } from './test-answers.ts';
import { closeWithoutBugs, openWebCloud } from './testing.ts';

const web = await openWebCloud();
after(() => closeWithoutBugs(web));
const PATH = '/api/console/me/subscription';

test('who is signed in subscribes and unsubscribes their own address, and sees nobody else’s', async () => {
  const ann = await web.person({ email: 'ann@example.com' });
  const bea = await web.person({ email: 'bea@example.com' });
  assert.partialDeepStrictEqual(data(await ann.get(PATH), OwnSubscription), { email: 'ann@example.com', subscribed: false });
  const wanted = { subscribed: true, language: 'fr' };
  for (let n = 0; n < 2; n += 1)
    assert.deepEqual(data(await ann.put(PATH, wanted), OwnSubscription), { email: 'ann@example.com', ...wanted });
  assert.deepEqual(data(await ann.get(PATH), OwnSubscription), { email: 'ann@example.com', ...wanted });
  assert.equal(data(await bea.get(PATH), OwnSubscription).subscribed, false);
  await bea.put(PATH, { subscribed: false, language: 'en' });
  const rows = await web.cloud.db.sql.selectFrom('subscribers').select(['email', 'language']).execute();
  assert.deepEqual(rows, [{ email: 'ann@example.com', language: 'fr' }]);
  await ann.put(PATH, { subscribed: false, language: 'fr' });
  assert.equal(data(await ann.get(PATH), OwnSubscription).subscribed, false);
});

test('nobody without a session reads or changes one, nor names the address', async () => {
  const anybody = web.browser();
  assert.equal((await anybody.get(PATH)).status, 401);
  assert.equal((await anybody.put(PATH, { subscribed: true, language: 'en' })).status, 401);
  const cas = await web.person({ email: 'cas@example.com' });
  assert.equal((await cas.put(PATH, { subscribed: true, language: 'en', email: 'victim@example.com' })).status, 400);
  assert.deepEqual(await web.cloud.db.sql.selectFrom('subscribers').selectAll().execute(), []);
});
