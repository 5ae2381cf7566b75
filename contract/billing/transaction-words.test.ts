import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertFrench } from '../../server/src/kit/testing.ts';
import type { TransactionData } from './transaction-data.ts';
import { tellTransaction } from './transaction-words.ts';

type Samples = { readonly [K in TransactionData['of']]: readonly Extract<TransactionData, { of: K }>[] };

const [serverName, planId, paymentId, until] = ['worker', 'l4-x1', 'pay_01', '2026-12-01'] as const;

/** One of each kind for each variant of its text. */
const samples: Samples = {
  first_hour: [{ of: 'first_hour', serverName, planId }],
  hours: [
    { of: 'hours', hours: 1 },
    { of: 'hours', hours: 12 },
  ],
  hour_refund: (['unused', 'deleted', 'not_provisioned', 'preempted', 'restored_copy'] as const).map((why) => ({
    of: 'hour_refund',
    serverName,
    why,
  })),
  term: [{ of: 'term', serverName, planId, until }],
  backup_option: [{ of: 'backup_option', serverName, until }],
  backup_option_refund: [{ of: 'backup_option_refund', serverName }],
  card_payment: (['topup', 'auto_reload', 'order', 'renewal'] as const).map((purpose) => ({ of: 'card_payment', purpose })),
  card_refund: (['term', 'given', 'undone', 'bank'] as const).map((step) => ({ of: 'card_refund', paymentId, step })),
  tax: [{ of: 'tax', code: 'QST', paymentId }],
  by_hand: [{ of: 'by_hand', reason: 'Geste commercial' }],
};

for (const [kind, all] of Object.entries(samples)) {
  test(`${kind} is described in both languages, with all that it names`, () => {
    assert.ok(all.length > 0);
    for (const data of all) {
      const { en, fr } = tellTransaction(JSON.parse(JSON.stringify(data)));
      for (const text of [en, fr]) assert.doesNotMatch(text, /undefined|null|NaN|\[object|\$\{| {2}/);
      assertFrench(fr);
      if (data.of !== 'by_hand') assert.notEqual(en, fr);
      for (const name of [serverName, planId, paymentId, until]) assert.equal(fr.includes(name), en.includes(name), `${fr}: ${name}`);
      assert.deepEqual(fr.match(/\d+/g), en.match(/\d+/g));
    }
  });
}

test('one hour is one, and more are more', () => {
  assert.deepEqual(tellTransaction({ of: 'hours', hours: 1 }), { en: '1 server-hour', fr: '1 heure-serveur' });
  assert.deepEqual(tellTransaction({ of: 'hours', hours: 2 }), { en: '2 server-hours', fr: '2 heures-serveur' });
});

test('what a newer version has written is described as that, in both languages, and never half', () => {
  for (const [data, kind] of [
    [{ of: 'first_hour', serverName }, 'first_hour'],
    [{ of: 'gift', serverName }, 'gift'],
    [null, '–'],
  ] as const)
    assert.deepEqual(tellTransaction(data), {
      en: `Recorded by a newer version of Boreal: ${kind}`,
      fr: `Consigné par une version plus récente de Boreal : ${kind}`,
    });
});
