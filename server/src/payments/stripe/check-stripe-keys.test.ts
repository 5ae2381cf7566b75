import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { checkStripeKeys } from './check-stripe-keys.ts';
import { startStripeDouble } from './testing/stripe-double.ts';

const double = await startStripeDouble();
after(() => double.close());
const server = { host: double.host, port: double.port };

test('keys that Stripe knows are right', async () => {
  assert.equal(await checkStripeKeys({ secretKey: 'sk_test_double', publishableKey: 'pk_test_1', server }), null);
});

test('a wrong key, keys of two modes, and a Stripe that does not answer each say what to do, and not the key', async () => {
  const wrong = await checkStripeKeys({ secretKey: 'sk_test_another', publishableKey: 'pk_test_1', server });
  assert.match(wrong ?? '', /^Stripe does not know the secret key\. Copy it again/);
  const modes = await checkStripeKeys({ secretKey: 'sk_test_double', publishableKey: 'pk_live_1', server });
  assert.match(modes ?? '', /of live mode, and the secret one of test mode/);
  // The SDK asks once more where a kept connection was closed.
  double.cutOff('before', /customers/, 3);
  const silent = await checkStripeKeys({ secretKey: 'sk_test_double', publishableKey: 'pk_test_1', server });
  assert.match(silent ?? '', /^Stripe could not be asked .*Look at this machine's network\.$/);
  for (const said of [wrong, modes, silent]) assert.doesNotMatch(said ?? '', /sk_test/);
});
