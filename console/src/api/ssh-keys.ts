import * as sshKeys from '@boreal/contract/endpoints/ssh-keys.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

export const sshKeysQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'ssh-keys'],
    queryFn: ({ signal }) => call(sshKeys.listSshKeys, { params: { accountId }, signal }),
  });
