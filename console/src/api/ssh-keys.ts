import * as own from '@boreal/contract/endpoints/console/ssh-keys.ts';
import * as sshKeys from '@boreal/contract/endpoints/ssh-keys.ts';
import type { AddSshKeyRequest } from '@boreal/contract/ssh-keys.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

export const sshKeysQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'ssh-keys'],
    queryFn: ({ signal }) => call(sshKeys.listSshKeys, { params: { accountId }, signal }),
  });

export const addSshKey = (accountId: string, body: AddSshKeyRequest) => call(sshKeys.addSshKey, { params: { accountId }, body });

/** A new pair. The private half is in this answer and nowhere else. */
export const generateSshKey = (accountId: string, name: string) => call(own.generateSshKey, { params: { accountId }, body: { name } });

export const deleteSshKey = (accountId: string, id: string) => call(sshKeys.deleteSshKey, { params: { accountId }, query: { id } });
