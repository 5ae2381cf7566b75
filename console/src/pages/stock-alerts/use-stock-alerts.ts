import { removeStockAlert, setStockAlert } from '@boreal/contract/endpoints/console/stock-alerts.ts';
import type { SetStockAlertRequest } from '@boreal/contract/shop/stock-alerts.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { stockAlertsQuery } from '../../api/stock-alerts.ts';
import { useAccountId } from '../../app/account.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { useStockAlertsText } from './text.ts';

/** The person's stock alerts, setting one and removing one. */
export function useStockAlerts() {
  const t = useStockAlertsText();
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  const query = useQuery(stockAlertsQuery(accountId));
  const refresh = () => queryClient.invalidateQueries({ queryKey: stockAlertsQuery(accountId).queryKey });
  const set = useMutation({
    mutationFn: (body: SetStockAlertRequest) => call(setStockAlert, { params: { accountId }, body }),
    onSuccess: async () => {
      await refresh();
      notifyDone(t.set);
    },
  });
  const remove = useMutation({
    mutationFn: (alertId: string) => call(removeStockAlert, { params: { accountId, alertId } }),
    onSuccess: async () => {
      await refresh();
      notifyDone(t.removed);
    },
  });
  return { query, set, remove, error: set.error ?? remove.error };
}
