import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebhookRefused } from '../port.ts';
import { paymentsConformance } from '../conformance.ts';
import { openSandboxKit } from './testing.ts';

paymentsConformance('the sandbox', openSandboxKit);

test('a card that answers twice sends its news twice', async () => {
  const kit = await openSandboxKit();
  try {
    const { payments } = kit;
    const customerRef = await payments.ensureCustomer({ accountId: 'acc_x', name: 'X' });
    const setup = await payments.beginCardSetup({ key: 'card_x', customerRef });
    await kit.enterCard(setup.ref, 'twice');
    await kit.events();
    const charge = await payments.openCharge({ key: 'pay_x', customerRef, cardRef: setup.ref, amountMicros: 10_000n, description: 'x' });
    await payments.confirmCharge({ ref: charge.ref, present: false });
    const news = [await kit.events(), await kit.events(), await kit.events()];
    assert.deepEqual(
      news.map((events) => events.length),
      [1, 1, 0],
    );
    assert.deepEqual(news[0], news[1]);
  } finally {
    await kit.close();
  }
});

test('news that nobody could take are sent again', async () => {
  const kit = await openSandboxKit();
  try {
    const customerRef = await kit.payments.ensureCustomer({ accountId: 'acc_y', name: 'Y' });
    const setup = await kit.payments.beginCardSetup({ key: 'card_y', customerRef });
    await kit.enterCard(setup.ref, 'visa');
    const deaf = () => Promise.reject(new Error('not now'));
    await assert.rejects(kit.payments.sendEvents(deaf), /not now/);
    assert.equal((await kit.events()).length, 1);
    assert.equal((await kit.events()).length, 0);
  } finally {
    await kit.close();
  }
});

test('nobody can speak for the sandbox', async () => {
  const kit = await openSandboxKit();
  try {
    assert.throws(() => kit.payments.readWebhook({ body: '{}', signature: 'x' }), WebhookRefused);
  } finally {
    await kit.close();
  }
});
