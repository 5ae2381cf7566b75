import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { jsonOf, startOperatedCloud } from '../testing.ts';

const cloud = await startOperatedCloud();
after(() => cloud.close());

test('who sells is said part by part, and what documents still lack is told each time, with the command that says it', async () => {
  const nothing = await cloud.run('company', 'show');
  assert.match(nothing.out, /^Name +Boreal\n/);
  assert.match(nothing.out, /\nDocuments are not complete:\n {2}- They do not say who sells: npm run operator -- company set --name /);
  assert.match((await cloud.attempt('company', 'set')).err, /^Nothing to change: give --name, --city or another\.\n$/);
  await cloud.attempt('company', 'set', '--name', 'Nord Calcul inc.', '--line1', '1 rue Principale', '--city', 'Montréal');
  const rest = await cloud.attempt('company', 'set', '--province', 'QC', '--postal-code', 'H3B 1A5', '--email', 'a@example.com', '--json');
  assert.partialDeepStrictEqual(jsonOf(rest), { name: 'Nord Calcul inc.', missing: ['gst_hst_number', 'qst_number'] });
  await cloud.attempt('tax', 'register', 'GST_HST', '123456789RT0001');
  await cloud.attempt('tax', 'register', 'QST', '1234567890TQ0001');
  const all = await cloud.attempt('company', 'show');
  assert.equal(
    all.out,
    'Name    Nord Calcul inc.\nStreet  1 rue Principale\nPlace   Montréal QC H3B 1A5 CA\nEmail   a@example.com\nSite    –\n',
  );
  assert.match((await cloud.attempt('tax', 'list')).out, /\nQST +1234567890TQ0001 +\d{4}-\d\d-\d\d +–\n/);
});
