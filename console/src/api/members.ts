import * as members from '@boreal/contract/endpoints/console/members.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** Who belongs to the account, and who has been asked. */
export const membersQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'members'],
    queryFn: ({ signal }) => call(members.listMembers, { params: { accountId }, signal }),
  });
