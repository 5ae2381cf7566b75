import * as members from '@boreal/contract/endpoints/console/members.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** The members of the account, and open invitations. */
export const membersQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'members'],
    queryFn: ({ signal }) => call(members.listMembers, { params: { accountId }, signal }),
  });
