import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isAppError } from '../../../kit/errors.ts';
import { startCloud } from '../../testing/cloud.ts';
import { registerTax, unregisterTax } from './register-tax.ts';
import { listRegistrations } from './registrations.store.ts';

const cloud = await startCloud();
after(() => cloud.close());
const { ctx } = cloud;
const refused = (error: unknown) => isAppError(error, 'INVALID_REQUEST');

test('no two registrations for a tax are in force on one day, also where one has been ended', async () => {
  await registerTax(ctx, { tax: 'QST', number: 'first', from: '2026-12-10' });
  await unregisterTax(ctx, { tax: 'QST', from: '2026-12-20' });
  // Its own first day, a day before it, and a day on which it still runs.
  for (const from of ['2026-12-10', '2026-12-05', '2026-12-15']) {
    await assert.rejects(registerTax(ctx, { tax: 'QST', number: 'second', from }), refused, from);
  }
  await registerTax(ctx, { tax: 'QST', number: 'second', from: '2026-12-20' });
  const rows = (await listRegistrations(cloud.db.sql)).filter(({ tax }) => tax === 'QST');
  assert.deepEqual(
    rows.map(({ number, validFrom, validUntil }) => [number, validFrom, validUntil]),
    [
      ['first', '2026-12-10', '2026-12-20'],
      ['second', '2026-12-20', null],
    ],
  );
});

test('of those who register for a tax at once, one does and the others are told', async () => {
  const all = await Promise.allSettled(['a', 'b', 'c'].map((number) => registerTax(ctx, { tax: 'PST_BC', number })));
  assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.ok(all.every((one) => one.status === 'fulfilled' || refused(one.reason)));
});
