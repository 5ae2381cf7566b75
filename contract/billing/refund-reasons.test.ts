import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refundReasonIn } from './refund-reasons.ts';

test('a reason of ours is shown in the reader’s language, as stored now or by an earlier version; an operator’s as written', () => {
  assert.equal(refundReasonIn('Refunded by our payment provider', 'fr'), 'Remboursé par notre fournisseur de paiement');
  assert.equal(refundReasonIn('Given back by our payment provider', 'fr'), 'Remboursé par notre fournisseur de paiement');
  assert.equal(refundReasonIn('Given back by our payment provider', 'en'), 'Refunded by our payment provider');
  assert.equal(refundReasonIn('A gesture', 'fr'), 'A gesture');
});
