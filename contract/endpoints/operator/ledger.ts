import { operatorReads } from '../../api/console-rows.ts';
import { LedgerVerification } from '../../operator/operator.ts';

const read = operatorReads('books.read');

export const getLedgerProof = read.get('/ledger-verification', 'The newest proof of the ledger', {
  takes: {},
  speaks: true,
  data: LedgerVerification,
});

export const askForProof = read.post('/ledger-verification', 'Have a worker prove from its rows that no money was lost or made', {
  // It reads every row about money.
  limit: 5,
  takes: {},
  speaks: true,
  data: LedgerVerification,
});
