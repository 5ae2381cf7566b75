import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiKeyCreated } from '@boreal/contract/people/keys.ts';
import { TERMS_VERSION } from '@boreal/contract/people/sign-in.ts';
import { z } from 'zod';
import { data, errorOf, me } from './test-answers.ts';
import type { BrowserAnswer } from './test-browser.ts';
import { followLink, signIn, signUp } from './test-sign-in.ts';
import { closeWithoutBugs, linkToken, openWebCloud, PASSWORD } from './testing.ts';

const web = await openWebCloud();
after(() => closeWithoutBugs(web));

describe('signing up', () => {
  test('somebody signs up, confirms the address by the mailed link, signs in, and makes a key that works until it is revoked', async () => {
    const email = 'aurore@example.com';
    const browser = await signUp(web, email, { company: 'Calcul Boréal inc.', language: 'fr' });

    const early = await signIn(browser, email);
    assert.deepEqual([early.status, errorOf(early)], [403, 'EMAIL_NOT_VERIFIED']);
    assert.equal((await browser.get('/api/console/me')).status, 401);

    const confirmed = await followLink(web, { browser: browser, email });
    assert.equal(confirmed.status, 200, confirmed.text);
    const signedIn = await signIn(browser, email);
    assert.equal(signedIn.status, 200, signedIn.text);

    const person = await me(browser);
    const [account] = person.accounts;
    assert.ok(account);
    assert.deepEqual([person.email, person.operator, account.role, account.name], [email, false, 'owner', 'Calcul Boréal inc.']);
    assert.deepEqual(
      (await web.mailTo(email)).map(({ kind }) => kind).filter((kind) => kind === 'welcome'),
      ['welcome'],
    );
    assert.match((await web.mailTo(email)).find(({ kind }) => kind === 'verify_email')?.subject ?? '', /Confirmez/);

    const at = `/api/console/accounts/${account.id}`;
    const made = data(await browser.post(`${at}/v1/api-keys`, { name: 'ci' }), ApiKeyCreated);
    const rest = () => web.browser().get('/api/servers', { authorization: `Bearer ${made.key}` });
    assert.equal((await rest()).status, 200);
    assert.equal((await browser.get(`${at}/v1/api-keys`)).text.includes(made.key), false, 'the key is told once');
    assert.equal((await browser.remove(`${at}/v1/api-keys/${made.id}`)).status, 200);
    assert.equal(await refusedSoon(rest), true, 'a revoked key ends');
  });

  test('nobody gets an account without agreeing to the terms in force, and which and when is kept', async () => {
    for (const acceptedTerms of [undefined, '', true, '2020-01-01']) {
      const answer = await web
        .browser()
        .post('/api/console/sign-up', { name: 'A', email: 'no@example.com', password: PASSWORD, acceptedTerms });
      assert.equal(answer.status, 400, answer.text);
      assert.match(answer.text, /"path":"acceptedTerms"/);
    }
    const email = 'agreed@example.com';
    await signUp(web, email);
    const kept = await web.cloud.db.sql
      .selectFrom('users')
      .select(['termsVersion', 'termsAcceptedAt'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    assert.equal(kept.termsVersion, TERMS_VERSION);
    assert.ok(kept.termsAcceptedAt);
  });

  test('who has not agreed to the terms in force is asked, and which version they agree to, and when, is kept; keys go on', async () => {
    const email = 'older@example.com';
    const browser = await signUp(web, email);
    await followLink(web, { browser: browser, email });
    await signIn(browser, email);
    const Asked = z.looseObject({ id: z.string(), termsToAccept: z.string().nullable(), accounts: z.array(z.object({ id: z.string() })) });
    const me = async () => data(await browser.get('/api/console/me'), Asked);
    const { id, termsToAccept, accounts } = await me();
    assert.equal(termsToAccept, null, 'they agreed when they signed up');
    const keys = `/api/console/accounts/${accounts[0]?.id}/v1/api-keys`;
    const { key } = data(await browser.post(keys, { name: 'ci' }), z.looseObject({ key: z.string() }));
    const users = web.cloud.db.sql;
    await users.updateTable('users').set({ termsVersion: '2020-01-01' }).where('id', '=', id).execute();
    assert.equal((await me()).termsToAccept, TERMS_VERSION);
    const rest = await fetch(`${web.url}/api/servers`, { headers: { authorization: `Bearer ${key}` } });
    assert.equal(rest.status, 200, 'programs are not shut out');

    for (const acceptedTerms of [undefined, '', '2020-01-01', '2999-01-01']) {
      assert.equal((await browser.post('/api/console/me/terms', { acceptedTerms })).status, 400);
    }
    assert.equal((await me()).termsToAccept, TERMS_VERSION);
    web.cloud.clock.advance(1000);
    const at = web.ctx.clock.now();
    const accepted = await Promise.all([1, 2, 3].map(() => browser.post('/api/console/me/terms', { acceptedTerms: TERMS_VERSION })));
    for (const answer of accepted) assert.equal(data(answer, Asked).termsToAccept, null);
    web.cloud.clock.advance(1000);
    assert.equal((await browser.post('/api/console/me/terms', { acceptedTerms: TERMS_VERSION })).status, 200);
    const kept = await users.selectFrom('users').select(['termsVersion', 'termsAcceptedAt']).where('id', '=', id).executeTakeFirstOrThrow();
    assert.deepEqual(kept, { termsVersion: TERMS_VERSION, termsAcceptedAt: at });
    const lines = await users
      .selectFrom('auditEntries')
      .select('detail')
      .where('action', '=', 'person.accepted_terms')
      .where('target', '=', id)
      .execute();
    assert.deepEqual(
      lines.map(({ detail }) => detail),
      [{ before: '2020-01-01', after: TERMS_VERSION }],
    );
  });

  test('the link that confirms an address leads on to what somebody wanted, and to no other site', async () => {
    const wanted = '/console/deploy?plan=h100-sxm-x1';
    const linkOf = async (email: string) => (await web.mailTo(email)).find(({ kind }) => kind === 'verify_email')?.text ?? '';
    await signUp(web, 'wants@example.com', { next: wanted });
    assert.ok((await linkOf('wants@example.com')).includes(`/verify-email?next=${encodeURIComponent(wanted)}#`));
    // Signing in too early has it mailed again, and so does asking for it.
    await signIn(web.browser(), 'wants@example.com');
    await web.browser().post('/api/auth/send-verification-email', { email: 'wants@example.com' });
    const links = (await web.mailTo('wants@example.com')).filter(({ kind }) => kind === 'verify_email');
    assert.equal(links.length, 3);
    for (const { text } of links) assert.ok(text.includes(`/verify-email?next=${encodeURIComponent(wanted)}#`));
    await signUp(web, 'led@example.com', { next: '//evil.example/x' });
    assert.doesNotMatch(await linkOf('led@example.com'), /evil|next=/);
  });

  test('the link confirms the address, and one that was changed or made up never does', async () => {
    const email = 'link@example.com';
    const browser = await signUp(web, email);
    for (const token of ['x', `${linkToken((await web.mailTo(email)).at(-1))}x`]) {
      const answer = await browser.get(`/api/auth/verify-email?token=${token}`);
      assert.deepEqual([answer.status, errorOf(answer)], [401, 'INVALID_TOKEN']);
    }
    assert.equal((await signIn(browser, email)).status, 403);
    assert.equal((await followLink(web, { browser: browser, email })).status, 200);
    assert.equal((await signIn(browser, email)).status, 200);
  });

  test('nobody learns whether an address has an account; its holder is told, and nothing changes', async () => {
    const email = 'taken@example.com';
    const holder = await web.person({ email });
    const answer = await web.browser().post('/api/console/sign-up', {
      name: 'Thief',
      email: 'TAKEN@example.com',
      password: 'another password',
      acceptedTerms: TERMS_VERSION,
    });
    assert.deepEqual([answer.status, answer.json], [201, { data: { email } }]);
    assert.deepEqual(
      (await web.mailTo(email)).map(({ kind }) => kind),
      ['signed_up_again'],
    );
    assert.equal((await signIn(web.browser(), email)).status, 200);
    assert.equal((await me(holder)).name, 'Somebody');
    const asked = await web.browser().post('/api/auth/request-password-reset', { email: 'nobody@example.com' });
    const known = await web.browser().post('/api/auth/request-password-reset', { email });
    assert.deepEqual([asked.status, asked.text], [known.status, known.text]);
  });

  test('two who sign up with one address at the same moment make one person', async () => {
    const email = 'twice@example.com';
    await Promise.all([signUp(web, email), signUp(web, email)]);
    const { rows } = await web.cloud.db.pool.query('select 1 from users where email = $1', [email]);
    assert.equal(rows.length, 1);
  });

  test('a password that is too short is refused in the reader’s language', async () => {
    const answer = await web
      .browser()
      .post(
        '/api/console/sign-up',
        { name: 'A', email: 'short@example.com', password: 'short', acceptedTerms: TERMS_VERSION },
        { 'accept-language': 'fr' },
      );
    assert.equal(answer.status, 400);
    assert.match(answer.text, /La requête n’est pas valide/);
  });
});

/** A revocation is heard by every process a moment after its commit, also by the one that made it. */
async function refusedSoon(ask: () => Promise<BrowserAnswer>): Promise<boolean> {
  for (let tries = 0; tries < 20; tries += 1) {
    if ((await ask()).status === 401) return true;
    await sleep(250);
  }
  return false;
}
