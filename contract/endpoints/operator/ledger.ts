import { operatorReads } from '../../api/console-rows.ts';
import { LedgerVerification } from '../../operator/operator.ts';

const read = operatorReads('books.read');

export const verifyLedger = read.get('/ledger-verification', 'Prove from its rows that no money was lost or made', {
  // It reads every row about money.
  limit: 5,
  takes: {},
  speaks: true,
  data: LedgerVerification,
});
