import { UpdateProfileRequest, Profile } from '@boreal/contract/profile.ts';
import { queryOptions } from '@tanstack/react-query';
import { callConsole } from './call.ts';
import { underAccount } from './paths.ts';

/** What invoices say of the account, and the language of its mail. */
export const profileQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'profile'],
    queryFn: ({ signal }) => callConsole(underAccount(accountId, '/profile'), Profile, { signal }),
  });

/** What is sent is read by the contract's own schema on the other side, which words what is wrong with it. */
export const updateProfile = (accountId: string, body: object) =>
  callConsole(underAccount(accountId, '/profile'), Profile, { method: 'PUT', takes: UpdateProfileRequest, body });
