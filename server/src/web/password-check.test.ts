import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PasswordStrength, TERMS_VERSION } from '@boreal/contract/people/sign-in.ts';
import { z } from 'zod';
import { closeWithoutBugs, openWebCloud, type WebCloud } from './testing.ts';

let web: WebCloud;
before(async () => {
  web = await openWebCloud({ hosts: {} });
});
after(() => closeWithoutBugs(web));

const whose = { name: 'Aurore Tremblay', company: 'Calcul Nordique' };
const Judged = z.object({ data: z.object({ strength: PasswordStrength }) });
async function judge(password: string, email: string) {
  const answer = await web.browser().post('/api/console/password-check', { password, email, ...whose });
  assert.equal(answer.status, 200, answer.text);
  return Judged.parse(answer.json).data.strength;
}

for (const [n, password, expected] of [
  [1, 'password123', 'weak'],
  [2, 'aurore tremblay', 'personal'],
  [3, 'calculnordique', 'personal'],
  [4, 'motdepasse1', 'weak'],
  [5, 'correct horse battery staple', 'strong'],
  [6, 'kV7#pQ2m!xZ9wL', 'strong'],
] as const) {
  test(`what is said of “${password}” while one types is what signing up decides`, async () => {
    const email = `meter-${n}@example.com`;
    const strength = await judge(password, email);
    assert.equal(strength, expected);
    const body = { ...whose, email, password, acceptedTerms: TERMS_VERSION };
    const { status } = await web.browser().post('/api/console/sign-up', body);
    assert.equal(status, strength === 'weak' || strength === 'personal' ? 400 : 201);
  });
}

test('what cannot be a password is refused, and asking is limited', async () => {
  const browser = web.browser();
  for (const body of [{}, { password: 'short' }, { password: 'x'.repeat(129) }, { password: 'long enough here', other: 1 }]) {
    assert.equal((await browser.post('/api/console/password-check', body)).status, 400);
  }
  const from = { 'x-forwarded-for': '203.0.113.78' };
  const statuses = new Set<number>();
  // More than two minutes' worth, because a new one may begin among them.
  for (let n = 0; n < 130; n += 1) statuses.add((await browser.post('/api/console/password-check', { password: 'short' }, from)).status);
  assert.ok(statuses.has(429));
});

test('nothing of it is kept', async () => {
  await judge('a password nobody has ever had', 'nobody@example.com');
  const { rows } = await web.cloud.db.pool.query(
    "select count(*)::int as lines from audit_entries where detail::text like '%nobody has ever had%'",
  );
  assert.deepEqual(rows, [{ lines: 0 }]);
});
