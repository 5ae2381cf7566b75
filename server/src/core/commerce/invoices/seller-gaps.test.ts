import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DAY_MS } from '../../../kit/clock.ts';
import { startCloud } from '../../testing/cloud.ts';
import { registerTax, unregisterTax } from '../../money/tax/register-tax.ts';
import { listSellerGaps } from './seller-gaps.ts';
import { setCompany } from './set-company.ts';

const cloud = await startCloud();
after(() => cloud.close());

test('what documents lack of the seller is told until it is said, and again when a registration ends', async () => {
  const gaps = () => listSellerGaps(cloud.ctx);
  assert.deepEqual(await gaps(), ['name', 'address', 'email', 'gst_hst_number']);
  await setCompany(cloud.ctx, { name: 'Nord Calcul inc.', province: 'QC' });
  assert.deepEqual(await gaps(), ['address', 'email', 'gst_hst_number', 'qst_number']);
  await setCompany(cloud.ctx, { addressLine1: '1 rue Principale', city: 'Montréal', postalCode: 'H3B 1A5' });
  await setCompany(cloud.ctx, { email: 'facturation@example.com' });
  await registerTax(cloud.ctx, { tax: 'GST_HST', number: '123456789RT0001' });
  await registerTax(cloud.ctx, { tax: 'QST', number: '1234567890TQ0001' });
  assert.deepEqual(await gaps(), []);
  cloud.clock.advance(2 * DAY_MS);
  await unregisterTax(cloud.ctx, { tax: 'QST' });
  assert.deepEqual(await gaps(), ['qst_number']);
});
