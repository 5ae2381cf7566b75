import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Session } from '@boreal/contract/people/sign-in.ts';
import { z } from 'zod';
import { data, me } from '../test-answers.ts';
import { signIn } from '../test-sign-in.ts';
import { closeWithoutBugs, openWebCloud, PASSWORD } from '../testing.ts';

const web = await openWebCloud();
after(() => closeWithoutBugs(web));

describe('sessions', () => {
  test('are listed without their tokens, and one that is revoked is over at once', async () => {
    const email = 'everywhere@example.com';
    const here = await web.person({ email });
    const there = web.browser();
    await signIn(there, email);
    const listed = await here.get('/api/console/me/sessions');
    const sessions = data(listed, z.array(Session));
    assert.deepEqual(sessions.map(({ current }) => current).toSorted(), [false, true]);
    for (const cookie of there.cookies.values()) assert.equal(listed.text.includes(decodeURIComponent(cookie).split('.')[0] ?? ''), false);

    const other = sessions.find(({ current }) => !current);
    assert.equal((await here.remove(`/api/console/me/sessions/${other?.id}`)).status, 200);
    assert.equal((await there.get('/api/console/me')).status, 401, 'also while its cookie still says who it was');
    assert.equal((await here.remove(`/api/console/me/sessions/${other?.id}`)).status, 404);
    assert.equal((await me(here)).email, email);
  });

  test('of somebody else cannot be revoked', async () => {
    const one = await web.person({ email: 'one@example.com' });
    const two = await web.person({ email: 'two@example.com' });
    const [session] = data(await one.get('/api/console/me/sessions'), z.array(Session));
    assert.equal((await two.remove(`/api/console/me/sessions/${session?.id}`)).status, 404);
    assert.equal((await one.get('/api/console/me')).status, 200);
  });

  test('all others end together, and signing out ends this one', async () => {
    const email = 'tidy@example.com';
    const here = await web.person({ email });
    const others = [web.browser(), web.browser()];
    for (const other of others) await signIn(other, email);
    assert.deepEqual(data(await here.post('/api/console/me/sessions/revoke-others'), z.object({ revoked: z.int() })), { revoked: 2 });
    for (const other of others) assert.equal((await other.get('/api/console/me')).status, 401);
    const kept = new Map(here.cookies);
    assert.equal((await here.post('/api/auth/sign-out')).status, 200);
    for (const [name, value] of kept) here.cookies.set(name, value);
    assert.equal((await here.get('/api/console/me')).status, 401, 'the cookie that was kept is worth nothing');
  });

  test('a changed password ends the other sessions', async () => {
    const email = 'changing@example.com';
    const here = await web.person({ email });
    const there = web.browser();
    await signIn(there, email);
    const answer = await here.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'a new long password' });
    assert.equal(answer.status, 200, answer.text);
    assert.equal((await there.get('/api/console/me')).status, 401);
    assert.equal((await here.get('/api/console/me')).status, 200);
  });
});
