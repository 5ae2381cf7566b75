import { listStockAlerts } from '@boreal/contract/endpoints/console/stock-alerts.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** The person's stock alerts in an account. */
export const stockAlertsQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'stock-alerts'],
    queryFn: ({ signal }) => call(listStockAlerts, { params: { accountId }, signal }),
  });
