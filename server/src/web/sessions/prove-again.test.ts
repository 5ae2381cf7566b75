import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { errorOf } from '../test-answers.ts';
import { turnOnTwoFactor } from '../test-sign-in.ts';
import { closeWithoutBugs, openWebCloud, PASSWORD } from '../testing.ts';

const web = await openWebCloud({ hosts: {} });
after(() => closeWithoutBugs(web));

test('a stolen session guesses at its person’s password or code only so often, by whichever request, from however many places', async () => {
  const thief = await web.person({ email: 'stolen@example.com' });
  const guess = (n: number) => {
    const password = `guess ${n}`;
    if (n % 3 === 0) return thief.post('/api/console/me/proof', { by: 'password', password });
    if (n % 3 === 1) return thief.post('/api/console/me/proof', { by: 'code', code: String(100_000 + n) });
    return thief.post('/api/auth/two-factor/enable', { password });
  };
  // Wherever the clock minute turns meanwhile, one of the minutes is full.
  for (let n = 0; n < 21; n += 1) {
    const answer = await guess(n);
    assert.ok([400, 429].includes(answer.status), answer.text);
    if (answer.status !== 429) continue;
    assert.ok(Number(answer.headers.get('retry-after')) >= 1);
    return;
  }
  assert.fail('never refused');
});

test('a proof that is refused is written down for its person, and one that is right is not', async () => {
  const person = await web.person({ email: 'watched@example.com' });
  const { app } = await turnOnTwoFactor(person);
  const prove = (proof: object) => person.post('/api/console/me/proof', proof);
  assert.equal(errorOf(await prove({ by: 'password', password: 'not the password' })), 'INVALID_REQUEST');
  assert.equal(errorOf(await prove({ by: 'code', code: '000000' })), 'INVALID_REQUEST');
  assert.equal((await prove({ by: 'password', password: PASSWORD })).status, 200);
  const code = await app.nextCode();
  assert.equal((await prove({ by: 'code', code })).status, 200);
  assert.equal(errorOf(await prove({ by: 'code', code })), 'INVALID_REQUEST', 'a code counts once');
  const { rows } = await web.cloud.db.pool.query(
    `select actor_id, detail, address is not null as placed from audit_entries where action = 'person.sign_in_refused' and target = $1 order by id`,
    [person.userId],
  );
  const refused = ['INVALID_PASSWORD', 'INVALID_CODE', 'CODE_USED'];
  assert.deepEqual(
    rows,
    refused.map((why) => ({ actor_id: null, detail: { at: '/me/proof', why }, placed: true })),
  );
});
