import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { z } from 'zod';
import { removeTwoFactor } from '../../core/ground/people/remove-two-factor.ts';
import { errorOf, me } from '../test-answers.ts';
import { authenticatorOf, signIn, turnOnTwoFactor } from '../test-sign-in.ts';
import { closeWithoutBugs, openWebCloud, PASSWORD } from '../testing.ts';

const web = await openWebCloud();
after(() => closeWithoutBugs(web));

describe('two-factor authentication', () => {
  test('asks for a code, takes a recovery code once, and can be turned off', async () => {
    const email = 'careful@example.com';
    const browser = await web.person({ email });
    assert.equal(errorOf(await browser.post('/api/auth/two-factor/enable', { password: 'not the password' })), 'INVALID_PASSWORD');
    const enabled = await browser.post('/api/auth/two-factor/enable', { password: PASSWORD });
    const { totpURI, backupCodes } = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) }).parse(enabled.json);
    const app = authenticatorOf(totpURI);
    assert.ok(backupCodes.length >= 8);
    assert.equal((await me(browser)).twoFactorEnabled, false, 'not before the app has shown a code');
    const set = await browser.post('/api/auth/two-factor/verify-totp', { code: await app.code() });
    assert.equal(set.status, 200, set.text);
    assert.equal((await me(browser)).twoFactorEnabled, true);

    const other = web.browser();
    const half = await signIn(other, email);
    assert.deepEqual([half.status, z.object({ twoFactorRedirect: z.literal(true) }).safeParse(half.json).success], [200, true]);
    assert.equal((await other.get('/api/console/me')).status, 401, 'the password alone is not enough');
    assert.equal(errorOf(await other.post('/api/auth/two-factor/verify-totp', { code: '000000' })), 'INVALID_CODE');
    assert.equal(errorOf(await other.post('/api/auth/two-factor/verify-totp', { code: await app.code() })), 'CODE_USED');
    const late = await app.nextCode();
    assert.equal((await other.post('/api/auth/two-factor/verify-totp', { code: late })).status, 200);
    const again = web.browser();
    await signIn(again, email);
    assert.equal(errorOf(await again.post('/api/auth/two-factor/verify-totp', { code: late })), 'CODE_USED');
    assert.equal((await again.get('/api/console/me')).status, 401);
    assert.equal((await me(other)).email, email);

    const [recovery = ''] = backupCodes;
    const byRecovery = async () => {
      const lost = web.browser();
      await signIn(lost, email);
      return { lost, answer: await lost.post('/api/auth/two-factor/verify-backup-code', { code: recovery }) };
    };
    const first = await byRecovery();
    assert.equal(first.answer.status, 200, first.answer.text);
    assert.equal((await me(first.lost)).email, email);
    assert.equal(errorOf((await byRecovery()).answer), 'INVALID_BACKUP_CODE');

    assert.equal((await browser.post('/api/auth/two-factor/disable', { password: PASSWORD })).status, 200);
    const plain = web.browser();
    await signIn(plain, email);
    assert.equal((await me(plain)).twoFactorEnabled, false);
  });

  test('a device that was trusted asks for a code again once the operator has removed the second factor, and another is set up', async () => {
    const email = 'laptop-stolen@example.com';
    const stolen = await web.person({ email });
    const { app } = await turnOnTwoFactor(stolen);
    await stolen.post('/api/auth/sign-out');
    await signIn(stolen, email);
    const trusted = await stolen.post('/api/auth/two-factor/verify-totp', { code: await app.nextCode(), trustDevice: true });
    assert.equal(trusted.status, 200, trusted.text);
    const signInAgain = async () => {
      await stolen.post('/api/auth/sign-out');
      await signIn(stolen, email);
      return (await stolen.get('/api/console/me')).status;
    };
    assert.equal(await signInAgain(), 200, 'no code is asked for');

    await removeTwoFactor(web.ctx, { email });
    const own = web.browser();
    await signIn(own, email);
    await turnOnTwoFactor(own);
    assert.equal(await signInAgain(), 401, 'the password alone is not enough');
  });

  test('five wrong codes end a sign-in, however they are sent', async () => {
    const email = 'guessed@example.com';
    const browser = await web.person({ email });
    const { app } = await turnOnTwoFactor(browser);
    const guesser = web.browser();
    await signIn(guesser, email);
    for (let n = 0; n < 5; n += 1) await guesser.post('/api/auth/two-factor/verify-totp', { code: '000000' });
    const late = await guesser.post('/api/auth/two-factor/verify-totp', { code: await app.nextCode() });
    assert.deepEqual([late.status, errorOf(late)], [400, 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE']);
  });
});
