import { toCadBalance, toCadRate } from '@boreal/contract/values/money.ts';
import type { OperatorAccount } from '@boreal/contract/operator/operator.ts';
import type { AccountSuspension } from '@boreal/contract/operator/oversight.ts';
import type { z } from 'zod';
import { runtimeHours } from '../credit/burn-rate.store.ts';
import type { AccountListing } from './list-accounts.ts';
import type { Suspension } from './suspend-account.ts';

/** An account as shown to operators. */
export function tellAccount(account: AccountListing): OperatorAccount {
  const { id, name, createdAt, balanceMicros, burnMicros, serverCount, suspendedAt, closedAt } = account;
  return {
    id,
    name,
    balance: toCadBalance(balanceMicros),
    currency: 'CAD',
    serverCount: Number(serverCount),
    burnRatePerHour: toCadRate(burnMicros),
    estimatedRuntimeHours: runtimeHours(balanceMicros, burnMicros),
    suspendedAt: suspendedAt?.toISOString() ?? null,
    closedAt: closedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

export function tellSuspension({ suspendedAt, ...rest }: Suspension): z.infer<typeof AccountSuspension> {
  return { ...rest, suspendedAt: suspendedAt?.toISOString() ?? null };
}
