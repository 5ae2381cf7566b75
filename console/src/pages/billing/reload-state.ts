import type { Credits } from '@boreal/contract/billing/billing.ts';
import { pastMonthlyLimit, type AutoReload } from '@boreal/contract/billing/payments.ts';

/** The state of auto-reload, in one word. */
export function reloadState(reload: AutoReload): 'on' | 'off' | 'stopped' | 'limit' {
  if (!reload.enabled) return 'off';
  if (reload.stopped) return 'stopped';
  return pastMonthlyLimit(reload) ? 'limit' : 'on';
}

/** When auto-reload would first charge the card if it were turned on like this: within minutes, once the credit is low, or not this month. */
export function firstReload(
  reload: AutoReload,
  { threshold, credits }: { threshold: number; credits: Pick<Credits, 'balance' | 'burnRatePerHour'> },
): 'now' | 'later' | 'limit' {
  if (pastMonthlyLimit(reload)) return 'limit';
  return credits.balance < Math.max(threshold, credits.burnRatePerHour) ? 'now' : 'later';
}
