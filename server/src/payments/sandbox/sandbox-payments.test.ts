import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebhookRefused } from '../port.ts';
import { paymentsConformance } from '../conformance.ts';
import { openSandboxBench } from './testing.ts';

paymentsConformance('the sandbox', openSandboxBench);

test('a card that answers twice sends its news twice', async () => {
  const bench = await openSandboxBench();
  try {
    const { payments } = bench;
    const customerRef = await payments.ensureCustomer({ accountId: 'acc_x', name: 'X' });
    const setup = await payments.beginCardSetup({ key: 'card_x', customerRef });
    await bench.enterCard(setup.ref, 'twice');
    await bench.events();
    const charge = await payments.openCharge({ key: 'pay_x', customerRef, cardRef: setup.ref, amountMicros: 10_000n, description: 'x' });
    await payments.confirmCharge({ ref: charge.ref, present: false });
    const news = [await bench.events(), await bench.events(), await bench.events()];
    assert.deepEqual(
      news.map((events) => events.length),
      [1, 1, 0],
    );
    assert.deepEqual(news[0], news[1]);
  } finally {
    await bench.close();
  }
});

test('news that nobody could take are sent again', async () => {
  const bench = await openSandboxBench();
  try {
    const customerRef = await bench.payments.ensureCustomer({ accountId: 'acc_y', name: 'Y' });
    const setup = await bench.payments.beginCardSetup({ key: 'card_y', customerRef });
    await bench.enterCard(setup.ref, 'visa');
    const deaf = () => Promise.reject(new Error('not now'));
    await assert.rejects(bench.payments.sendEvents(deaf), /not now/);
    assert.equal((await bench.events()).length, 1);
    assert.equal((await bench.events()).length, 0);
  } finally {
    await bench.close();
  }
});

test('nobody can speak for the sandbox', async () => {
  const bench = await openSandboxBench();
  try {
    assert.throws(() => bench.payments.readWebhook({ body: '{}', signature: 'x' }), WebhookRefused);
  } finally {
    await bench.close();
  }
});
