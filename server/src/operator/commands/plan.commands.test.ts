import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { jsonOf, startOperatedCloud } from '../testing.ts';

const cloud = await startOperatedCloud();
after(() => cloud.close());

test('the list shows every plan with its price, its flags and what customers see', async () => {
  const listed = await cloud.run('plan', 'list');
  assert.equal(listed.code, 0);
  assert.match(listed.out, /\nh100-sxm-x1 +H100 SXM ×1 +3\.99 +2,185\.00 +1,748\.00 +no +yes +yes +yes +deployable\n/);
  assert.match(listed.out, /\nl40s-x1 .* out_of_stock\n/);
  assert.match(listed.out, /\nb200-sxm-x8 +B200 SXM ×8 +– +– +– +yes +yes +no +no +contact\n/);
});

test('a plan that is not purchasable is disabled, and the other flag stays', async () => {
  const set = await cloud.run('plan', 'set', 'l4-x2', '--purchasable', 'no');
  assert.equal(set.out, 'Set l4-x2: purchasable no, auto-provisioning yes, price on request no.\n');
  const again = await cloud.attempt('plan', 'set', 'l4-x2', '--auto-provisioning', 'no', '--json');
  assert.deepEqual(jsonOf(again), { id: 'l4-x2', purchasable: false, autoProvisioning: false, priceOnRequest: false });
  assert.match((await cloud.attempt('plan', 'list')).out, /\nl4-x2 .* disabled\n/);
});

test('a change of nothing, of no plan, or to neither yes nor no is refused', async () => {
  assert.deepEqual(await cloud.attempt('plan', 'set', 'l4-x1'), {
    code: 1,
    out: '',
    err: 'Nothing to change: give --purchasable, --auto-provisioning or --price-on-request.\n',
  });
  assert.match((await cloud.attempt('plan', 'set', 'l5-x1', '--purchasable', 'no')).err, /^There is no such plan\./);
  assert.equal((await cloud.attempt('plan', 'set', 'l4-x1', '--purchasable', 'maybe')).code, 2);
  const onRequest = await cloud.attempt('plan', 'set', 'b200-sxm-x8', '--auto-provisioning', 'yes');
  assert.equal(onRequest.code, 1);
  assert.match(onRequest.err, /priced on request is never deployed online/);
});
