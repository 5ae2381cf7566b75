import { getAnyClosing } from '@boreal/contract/endpoints/operator/account-end.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../call.ts';

/** What closing a customer's account would end, as it stands now. */
export const anyClosingQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['operator', 'account', accountId, 'closing'],
    queryFn: ({ signal }) => call(getAnyClosing, { params: { accountId }, signal }),
    staleTime: 0,
  });
