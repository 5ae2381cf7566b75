import { toCadBalance } from '@boreal/contract/values/money.ts';
import type { CreditMoved } from '@boreal/contract/operator/operator.ts';
import type { z } from 'zod';
import type { CreditChange } from './movement-by-hand.ts';

/** The outcome of a movement by hand, as shown to operators. */
export function tellCreditChange(accountId: string, change: CreditChange): z.infer<typeof CreditMoved> {
  const { transactionId, requestId, moved, balanceMicros } = change;
  return { accountId, transactionId, requestId, moved, balance: toCadBalance(balanceMicros), currency: 'CAD' };
}
