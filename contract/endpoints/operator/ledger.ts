import { operatorReads } from '../../console-rows.ts';
import { LedgerVerification } from '../../operator.ts';

export const verifyLedger = operatorReads.get('/ledger-verification', 'Prove from its rows that no money was lost or made', {
  // It reads every row about money.
  limit: 5,
  takes: {},
  speaks: true,
  data: LedgerVerification,
});
