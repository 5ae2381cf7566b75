import { pastMonthlyLimit, type AutoReload } from '@boreal/contract/payments.ts';

/** What auto-reload does now, in one word. */
export function reloadState(reload: AutoReload): 'on' | 'off' | 'stopped' | 'limit' {
  if (!reload.enabled) return 'off';
  if (reload.stopped) return 'stopped';
  return pastMonthlyLimit(reload) ? 'limit' : 'on';
}
