import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { untilSomebodyWaits } from '../db/testing.ts';
import { authRoutes } from './auth/auth-routes.ts';
import type { Browser } from './test-browser.ts';
import { DEVICE_DAYS, knownDevice, withDevice } from './auth/known-device.ts';
import { closeWithoutBugs, linkToken, openWebCloud, PASSWORD } from './testing.ts';

const web = await openWebCloud();
after(() => closeWithoutBugs(web));

describe('cookies', () => {
  for (const siteUrl of ['https://gpu.example.com', 'http://localhost:8080']) {
    test(`of ${siteUrl} are kept from scripts and other sites${siteUrl.startsWith('https') ? ', and travel encrypted only' : ''}`, async () => {
      const site = await openWebCloud({ siteUrl, hosts: {} });
      try {
        const email = 'cookie@example.com';
        await site.person({ email });
        const { setCookies } = await site.browser().post('/api/auth/sign-in/email', { email, password: PASSWORD });
        assert.ok(setCookies.length >= 1);
        for (const line of setCookies) {
          assert.match(line, /; HttpOnly/i);
          assert.match(line, /; SameSite=Lax/i);
          assert.match(line, /; Path=\//i);
          assert.doesNotMatch(line, /; Domain=/i);
          assert.equal(/; Secure/i.test(line), siteUrl.startsWith('https:'), line);
          if (siteUrl.startsWith('https:')) assert.match(line, /^__Host-boreal\./);
        }
      } finally {
        await site.close();
      }
    });
  }
});

test('a session’s token is in its cookie and in no answer, so that no script can carry it away', async () => {
  const email = 'token@example.com';
  await web.person({ email });
  const browser = web.browser();
  const answers = [
    await browser.post('/api/auth/sign-in/email', { email, password: PASSWORD }),
    await browser.get('/api/auth/get-session'),
    await browser.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'another long password' }),
    await browser.get('/api/console/me/sessions'),
  ];
  const { rows } = await web.cloud.db.pool.query<{ token: string }>('select token from sessions');
  for (const { status, text } of answers) {
    assert.equal(status, 200, text);
    assert.ok(!rows.some(({ token }) => text.includes(token)) && !/"token"/.test(text), text);
  }
});

describe('signing in', () => {
  for (const route of authRoutes.filter(({ method }) => method === 'POST')) {
    test(`POST ${route.path} is refused from another site's page`, async () => {
      for (const origin of ['https://evil.example', 'null', null]) {
        const answer = await web.browser().post(`/api/auth${route.path}`, {}, { origin });
        assert.equal(answer.status, 403);
        assert.match(answer.text, /FORBIDDEN_ORIGIN/);
      }
    });
  }

  for (const route of authRoutes) {
    test(`${route.method} ${route.path} is counted: past its limit it is 429 with when to come back`, async () => {
      const browser = web.browser();
      const headers = { 'x-forwarded-for': `192.0.2.${authRoutes.indexOf(route) + 1}` };
      const ask = () =>
        browser.ask({ method: route.method, path: `/api/auth${route.path}`, headers, ...(route.method === 'POST' && { text: '{' }) });
      // Twice the limit and more: wherever the clock minute turns meanwhile, one of the minutes is full.
      const statuses = [];
      for (let n = 0; n < 2 * route.limit + 1; n += 1) {
        const answer = await ask();
        statuses.push(answer.status);
        if (answer.status !== 429) continue;
        assert.ok(Number(answer.headers.get('retry-after')) >= 1);
        return;
      }
      assert.fail(`never refused: ${statuses.join(' ')}`);
    });
  }

  test('one address is guessed at only so often, from however many places', async () => {
    const statuses = [];
    for (let n = 0; n < 41; n += 1) {
      const answer = await web.browser().post('/api/auth/sign-in/email', { email: 'victim@example.com', password: `guess ${n}` });
      statuses.push(answer.status);
    }
    assert.ok(statuses.includes(429), statuses.join(' '));
    assert.ok(statuses.includes(401));
  });

  test('and who has signed in with a browser gets in with it however many strangers guess, as does who follows a link', async () => {
    const email = 'besieged@example.com';
    const known = await web.person({ email });
    await known.post('/api/auth/sign-out');
    const siege = async () => {
      for (let n = 0; n < 25; n += 1) await web.browser().post('/api/auth/sign-in/email', { email, password: `guess ${n}` });
    };
    const signIn = (browser: Browser, password: string) => browser.post('/api/auth/sign-in/email', { email, password });
    await siege();
    assert.equal((await signIn(web.browser(), PASSWORD)).status, 429, 'a stranger');
    const other = await web.person({ email: 'not-besieged@example.com' });
    await other.post('/api/auth/sign-out');
    assert.equal((await signIn(other, PASSWORD)).status, 429, 'somebody else’s browser');
    assert.equal((await signIn(known, 'not the password')).status, 401);
    assert.equal((await signIn(known, PASSWORD)).status, 200);

    const fresh = web.browser();
    await fresh.post('/api/auth/request-password-reset', { email });
    const token = linkToken((await web.mailTo(email)).findLast(({ kind }) => kind === 'reset_password'));
    assert.equal((await fresh.post('/api/auth/reset-password', { token, newPassword: 'a better one altogether' })).status, 200);
    await siege();
    assert.equal((await signIn(fresh, 'a better one altogether')).status, 200);
  });

  test('a browser’s word that somebody has signed in with it is ours alone, theirs alone, and ends', () => {
    const secret = 'a secret';
    const at = new Date('2026-12-01T12:00:00Z');
    const whose = { email: 'One@example.com', secret, at };
    const value = withDevice(null, whose);
    assert.notEqual(knownDevice(value, { ...whose, email: 'one@EXAMPLE.com' }), null);
    const later = new Date(at.getTime() + DEVICE_DAYS * 24 * 3600_000 + 1000);
    for (const not of [{ email: 'two@example.com' }, { secret: 'another' }, { at: later }])
      assert.equal(knownDevice(value, { ...whose, ...not }), null);
    for (const forged of ['', '~~', 'a.b.c', value.replace(/^./, 'z'), value.slice(0, -1), `${value}x`])
      assert.equal(knownDevice(forged, whose), null, forged);
    assert.doesNotMatch(value, /one|example/i);
    const shared = withDevice(value, { ...whose, email: 'two@example.com' });
    assert.ok(knownDevice(shared, whose) && knownDevice(shared, { ...whose, email: 'two@example.com' }));
    assert.equal(withDevice(shared, whose).split('~').length, 2, 'once for each');
  });

  test('whether there is such a person is told neither by the answer nor by its time', async () => {
    await web.person({ email: 'there@example.com' });
    for (const path of ['/request-password-reset', '/send-verification-email', '/sign-in/email']) {
      const answers = [];
      for (const email of ['there@example.com', 'not-there@example.com']) {
        const began = performance.now();
        const answer = await web
          .browser()
          .post(`/api/auth${path}`, { email, ...(path === '/sign-in/email' && { password: 'not the password' }) });
        if (path !== '/sign-in/email') assert.ok(performance.now() - began >= 290, path);
        answers.push([answer.status, answer.text, [...answer.headers.keys()].toSorted()]);
      }
      assert.deepEqual(answers[0], answers[1], path);
    }
  });

  test('a refused password is written down whoever it is for, so that neither does the time of a commit tell', async () => {
    await web.person({ email: 'written-of@example.com' });
    const holder = await web.cloud.db.pool.connect();
    try {
      await holder.query('begin; lock table audit_entries, audit_marks in exclusive mode');
      const asked = ['written-of@example.com', 'nobody-to-write-of@example.com'].map((email) =>
        web.browser().post('/api/auth/sign-in/email', { email, password: 'not the password' }),
      );
      await untilSomebodyWaits(web.cloud.db, asked.length);
      await holder.query('commit');
      for (const { status } of await Promise.all(asked)) assert.equal(status, 401);
    } finally {
      holder.release();
    }
  });

  test('what the library offers besides is not there', async () => {
    const browser = await web.person({ email: 'curious@example.com' });
    for (const path of [
      '/sign-up/email',
      '/update-user',
      '/delete-user',
      '/list-sessions',
      '/revoke-session',
      '/link-social',
      '/sign-in/social',
      '/two-factor/send-otp',
      '/two-factor/view-backup-codes',
      '/update-session',
    ]) {
      for (const method of ['GET', 'POST']) {
        const answer = await browser.ask({ method, path: `/api/auth${path}`, ...(method === 'POST' && { text: '{}' }) });
        assert.equal(answer.status, 404, `${method} ${path}: ${answer.text}`);
      }
    }
  });

  test('a refusal is told in French to who reads French', async () => {
    const answer = await web
      .browser()
      .post('/api/auth/sign-in/email', { email: 'nobody@example.com', password: 'whatever it is' }, { 'accept-language': 'fr-CA' });
    assert.equal(answer.status, 401);
    assert.match(answer.text, /mot de passe inexact/);
    assert.equal(answer.headers.get('content-language'), 'fr');
  });
});

test('nothing that the browser’s door answers leads elsewhere, whatever an address asks for', async () => {
  const person = await web.person({ email: 'led@example.com' });
  const elsewhere = ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '%2f%2fevil.example'];
  const names = ['next', 'callbackURL', 'redirect', 'redirectTo', 'returnTo', 'url', 'errorCallbackURL', 'newUserCallbackURL'];
  // Signing out comes last: the others are to be asked by somebody.
  const routes = authRoutes.toSorted((one, other) => Number(one.path === '/sign-out') - Number(other.path === '/sign-out'));
  for (const { method, path } of routes) {
    for (const to of elsewhere) {
      const fields = Object.fromEntries(names.map((name) => [name, to]));
      const query = new URLSearchParams({ token: 'x', ...fields });
      const answer = await web.browser().ask({
        method,
        path: `/api/auth${path}?${query}`,
        headers: { cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(method === 'POST' && { text: JSON.stringify(fields) }),
      });
      assert.ok(answer.status < 300 || answer.status >= 400, `${path} ${to}: ${answer.status}`);
      assert.equal(answer.headers.get('location'), null);
      assert.ok(!answer.text.includes('evil.example'), answer.text);
    }
  }
});

describe('nothing that a stranger sends makes a 500', () => {
  const bodies = [
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '{}',
    '{"__proto__":{"a":1}}',
    '{"email":"\\u0000@x.example"}',
    '{"token":"\\ud800"}',
    `{"email":"${'a'.repeat(60_000)}"}`,
  ];
  const values: unknown[] = [null, 1, true, [], {}, '', ' ', '\u202e', 'é'.repeat(500), 'a@b.example', -1, 1e308];
  const fields = [
    'email',
    'password',
    'name',
    'token',
    'newPassword',
    'newEmail',
    'currentPassword',
    'code',
    'response',
    'id',
    'trustDevice',
    'rememberMe',
    'language',
    'company',
  ];
  const paths = [
    ...authRoutes.map(({ method, path }) => ({ method, path: `/api/auth${path}` })),
    { method: 'POST', path: '/api/console/sign-up' },
    { method: 'POST', path: '/api/console/invitations/preview' },
    { method: 'POST', path: '/api/console/invitations/accept' },
    { method: 'PUT', path: '/api/console/me' },
  ];
  for (const signedIn of [false, true]) {
    test(signedIn ? 'nor who has signed in' : 'without a session', async () => {
      const email = `fuzz-${signedIn}@example.com`;
      const person = await web.person({ email });
      const cookies = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      for (const { method, path } of paths) {
        // Their own way out and their own password are left alone.
        if (signedIn && /sign-out|change-password|disable/.test(path)) continue;
        const texts = [...bodies, ...fields.flatMap((field) => values.map((value) => JSON.stringify({ [field]: value })))];
        const sent =
          method === 'GET'
            ? ['', '?token=', '?token=%00', '?token=a&token=b', '?token[]=a', '?token=%E0%A4%A', '?callbackURL=https://evil.example']
            : texts;
        for (const [n, text] of sent.entries()) {
          if (method !== 'GET' && n >= bodies.length && n % 4 !== paths.findIndex((one) => one.path === path) % 4) continue;
          const answer = await web.browser().ask({
            method,
            path: method === 'GET' ? path + text : path,
            ...(method !== 'GET' && { text }),
            headers: signedIn ? { cookie: cookies } : {},
          });
          assert.ok(answer.status < 500, `${method} ${path} ${text}: ${answer.text}`);
        }
      }
    });
  }

  test('in cookies', async () => {
    const { cookies } = await web.person({ email: 'cookies@example.com' });
    const [[name = '', value = ''] = []] = [...cookies];
    const broken = [
      `${name}=`,
      `${name}=%`,
      `${name}=%E0%A4%A`,
      `${name}=${value}x`,
      `${name}=x.${value.split('.')[1]}`,
      `${name}=a; ${name}=${'b'.repeat(4000)}`,
      '=;;=',
      'boreal.session_data=e30=',
      'boreal.session_data=%7B%7D',
      'boreal.two_factor=x.y',
      '\u00ff=\u00ff',
    ];
    for (const cookie of broken) {
      for (const path of [
        '/api/console/me',
        '/api/auth/get-session',
        '/api/console/accounts/x/servers',
        '/api/console/operator/accounts',
      ]) {
        const answer = await web.browser().get(path, { cookie });
        assert.ok(
          answer.status === 401 ||
            (path.endsWith('get-session') && answer.status === 200 && answer.text === 'null') ||
            answer.status === 200,
          `${cookie} ${path}: ${answer.status} ${answer.text}`,
        );
        if (!cookie.startsWith(`${name}=a`)) assert.ok(answer.text === 'null' || answer.status === 401, `${cookie} ${path} ${answer.text}`);
      }
      const half = await web.browser().post('/api/auth/two-factor/verify-totp', { code: '123456' }, { cookie });
      assert.equal(half.status, 401, half.text);
    }
  });
});
