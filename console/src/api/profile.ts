import * as profile from '@boreal/contract/endpoints/console/profile.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** An account's details: for invoices, and the language of its mail. */
export const profileQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'profile'],
    queryFn: ({ signal }) => call(profile.getProfile, { params: { accountId }, signal }),
  });
