import { operatorReads } from '../../console-rows.ts';
import { endpoint } from '../../endpoint.ts';
import { LedgerVerification } from '../../operator.ts';

export const verifyLedger = endpoint('GET', '/ledger-verification', {
  ...operatorReads,
  // It reads every row about money.
  limit: 5,
  takes: {},
  speaks: true,
  data: LedgerVerification,
  summary: 'Prove from its rows that no money was lost or made',
});
