import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import { z } from 'zod';
import { untilSomebodyWaits } from '../../db/testing.ts';
import { openWebCloud, PASSWORD } from '../testing.ts';

const web = await openWebCloud();
after(() => web.close());

test('two-factor authentication may be turned on several times at once, and one of the secrets counts', async () => {
  const browser = await web.person({ email: 'in-haste@example.com' });
  const holder = await web.ctx.db.pool.connect();
  await holder.query('begin; lock table two_factors in share mode');
  const asked = [1, 2, 3].map(() => browser.post('/api/auth/two-factor/enable', { password: PASSWORD }));
  // All of them have seen that there is none, and come to write theirs.
  await untilSomebodyWaits(web.ctx.db, asked.length);
  await holder.query('commit');
  holder.release();
  const answers = await Promise.all(asked);
  for (const { status, text } of answers) assert.equal(status, 200, text);
  assert.deepEqual(web.bugs, []);

  const tried: number[] = [];
  for (const { json } of answers) {
    const { totpURI } = z.object({ totpURI: z.string() }).parse(json);
    const secret = new URL(totpURI).searchParams.get('secret') ?? '';
    const code = await createOTP(new TextDecoder().decode(base32.decode(secret))).totp();
    tried.push((await browser.post('/api/auth/two-factor/verify-totp', { code })).status);
  }
  assert.equal(tried.filter((status) => status === 200).length, 1, String(tried));
});
