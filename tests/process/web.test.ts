import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Me } from '@boreal/contract/people/people.ts';
import { z } from 'zod';
import { openBrowser } from '../../server/src/web/test-browser.ts';
import { makeBorealHome, type BorealHome } from '../testing/boreal-process-home.ts';
import type { BorealProcess } from '../testing/boreal-process.ts';

let home: BorealHome;
let boreal: BorealProcess;
before(async () => {
  home = await makeBorealHome();
  boreal = await home.start();
});
after(() => home.close());

const browser = () => openBrowser({ url: `http://localhost:${boreal.port}`, siteUrl: boreal.siteUrl });
const MeBody = z.object({ data: Me });

test('the demo’s people sign in with the passwords of demo.json, and see their account and no other', async () => {
  const { customers } = await home.demo();
  for (const { email, password, accountId } of customers) {
    const own = browser();
    const signedIn = await own.post('/api/auth/sign-in/email', { email, password });
    assert.equal(signedIn.status, 200, signedIn.text);
    const { data } = MeBody.parse((await own.get('/api/console/me')).json);
    assert.deepEqual(
      data.accounts.map(({ id, role }) => [id, role]),
      [[accountId, 'owner']],
    );
    assert.equal((await own.get(`/api/console/accounts/${accountId}/credits`)).status, 200);
    const [other] = customers.filter((one) => one.accountId !== accountId);
    assert.equal((await own.get(`/api/console/accounts/${other?.accountId}/credits`)).status, 404);
  }
});

test('the demo’s operator signs in and sees every account', async () => {
  const { operator, customers } = await home.demo();
  const own = browser();
  assert.equal((await own.post('/api/auth/sign-in/email', operator)).status, 200);
  const listed = await own.get('/api/console/operator/accounts');
  const { data } = z.object({ data: z.array(z.looseObject({ id: z.string() })) }).parse(listed.json);
  for (const { accountId } of customers) assert.ok(data.some(({ id }) => id === accountId));
});

test('who is signed in stays so over a restart', async () => {
  const [{ email, password }] = (await home.demo()).customers;
  const own = browser();
  await own.post('/api/auth/sign-in/email', { email, password });
  await boreal.end('SIGTERM');
  boreal = await home.start();
  const again = openBrowser({ url: `http://localhost:${boreal.port}`, siteUrl: boreal.siteUrl });
  for (const [name, value] of own.cookies) again.cookies.set(name, value);
  const answer = await again.get('/api/console/me');
  assert.equal(answer.status, 200, answer.text);
});
