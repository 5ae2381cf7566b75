import { z } from 'zod';
import { endpoint, list } from '../endpoint.ts';
import { PageQuery } from '../pages.ts';
import { AddSshKeyRequest, SshKey, SshKeyDeleted } from '../ssh-keys.ts';

const rest = { scope: 'account', group: 'SSH keys' } as const;
const KeyQuery = z.object({
  id: z.string().min(1).max(100).meta({ description: 'An SSH key id of the caller.', example: 'ssh_01kb3c9qj2v9x6t5r4e3w2q1az' }),
});

export const listSshKeys = list('/settings/ssh-keys', {
  ...rest,
  needs: 'servers.read',
  limit: 30,
  takes: { query: PageQuery },
  of: SshKey,
  summary: 'SSH public keys of the caller',
});

export const addSshKey = endpoint('POST', '/settings/ssh-keys', {
  ...rest,
  needs: 'servers.write',
  limit: 5,
  takes: { body: AddSshKeyRequest },
  status: 201,
  data: SshKey,
  errors: ['INVALID_REQUEST'],
  summary: 'Add a public key',
});

export const deleteSshKey = endpoint('DELETE', '/settings/ssh-keys', {
  ...rest,
  needs: 'servers.write',
  limit: 5,
  takes: { query: KeyQuery },
  data: SshKeyDeleted,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  summary: 'Remove a public key',
});
