import { GeneratedSshKey, SshKey, SshKeyDeleted, AddSshKeyRequest } from '@boreal/contract/ssh-keys.ts';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { callConsole, queryText } from './call.ts';
import { underAccount } from './paths.ts';

export const sshKeysQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'ssh-keys'],
    queryFn: ({ signal }) => callConsole(underAccount(accountId, '/settings/ssh-keys'), z.array(SshKey), { signal }),
  });

export const addSshKey = (accountId: string, body: AddSshKeyRequest) =>
  callConsole(underAccount(accountId, '/settings/ssh-keys'), SshKey, { method: 'POST', takes: AddSshKeyRequest, body });

/** A new pair. The private half is in this answer and nowhere else. */
export const generateSshKey = (accountId: string, name: string) =>
  callConsole(underAccount(accountId, '/settings/ssh-keys/generate'), GeneratedSshKey, {
    method: 'POST',
    takes: AddSshKeyRequest.pick({ name: true }),
    body: { name },
  });

export const deleteSshKey = (accountId: string, id: string) =>
  callConsole(underAccount(accountId, `/settings/ssh-keys${queryText({ id })}`), SshKeyDeleted, { method: 'DELETE' });
