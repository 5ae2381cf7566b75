import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { symmetricEncrypt } from 'better-auth/crypto';
import { sql } from 'kysely';
import { addPerson } from '../../core/ground/people/add-person.ts';
import { startCloud } from '../../core/testing/cloud.ts';
import { checkSecondFactors } from './check-second-factors.ts';

const cloud = await startCloud();
after(() => cloud.close());

test('a secret that was changed alone is told, with how many people it keeps out', async () => {
  const [old, now] = ['the secret of before', 'the secret of now'];
  const check = (secret: string | null, secretBefore: string | null = null) => checkSecondFactors(cloud.ctx, { secret, secretBefore });
  const person = await addPerson(cloud.ctx, { email: 'careful@example.com', name: 'Careful', role: 'customer' });
  const [secret, codes] = await Promise.all(['JBSWY3DPEHPK3PXP', '["a","b"]'].map((data) => symmetricEncrypt({ key: old, data })));
  await sql`insert into two_factors (id, user_id, secret, backup_codes, verified) values ('one', ${person.userId}, ${secret}, ${codes}, true)`.execute(
    cloud.db.sql,
  );
  assert.partialDeepStrictEqual(await check(old), [{ is: 'ok' }]);
  assert.partialDeepStrictEqual(await check(now, old), [{ is: 'ok' }]);
  assert.deepEqual(await check(null), []);
  const [found] = await check(now);
  assert.equal(found?.is, 'wrong');
  assert.match(found?.says ?? '', /does not open 1 second factor,/);
});
