import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Session } from '@boreal/contract/people/sign-in.ts';
import { z } from 'zod';
import { data } from '../test-answers.ts';
import { followLink, signIn, signUp, turnOnTwoFactor } from '../test-sign-in.ts';
import { openWebCloud, PASSWORD } from '../testing.ts';

const web = await openWebCloud();
after(() => web.close());

test('what people do to how they sign in is in the audit log', async () => {
  const email = 'watched@example.com';
  const browser = await signUp(web, email);
  await followLink(web, { browser, email });
  for (const device of [browser, web.browser()]) await signIn(device, email);
  const other = data(await browser.get('/api/console/me/sessions'), z.array(Session)).find(({ current }) => !current);
  await browser.remove(`/api/console/me/sessions/${other?.id}`);
  await turnOnTwoFactor(browser);
  await browser.post('/api/auth/two-factor/disable', { password: PASSWORD });
  await browser.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'a new long password' });

  const { rows } = await web.cloud.db.pool.query<{ action: string }>('select action from audit_entries order by id');
  const actions = rows.map(({ action }) => action);
  assert.deepEqual(actions.slice(actions.indexOf('person.signed_up')), [
    'person.signed_up',
    'email.verified',
    'person.signed_in',
    'person.signed_in',
    'session.revoked',
    'two_factor.enabled',
    'two_factor.disabled',
    'password.changed',
  ]);
  assert.deepEqual(web.bugs, []);
});
