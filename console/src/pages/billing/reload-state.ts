import { pastMonthlyLimit, type AutoReload } from '@boreal/contract/payments.ts';

/** The state of auto-reload, in one word. */
export function reloadState(reload: AutoReload): 'on' | 'off' | 'stopped' | 'limit' {
  if (!reload.enabled) return 'off';
  if (reload.stopped) return 'stopped';
  return pastMonthlyLimit(reload) ? 'limit' : 'on';
}
