import { getClosing } from '@boreal/contract/endpoints/console/closing.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** What closing the account would end, as it stands now. */
export const closingQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'closing'],
    queryFn: ({ signal }) => call(getClosing, { params: { accountId }, signal }),
    staleTime: 0,
  });
