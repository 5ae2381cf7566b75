import { z } from 'zod';
import { endpointRows } from '../api/endpoint.ts';
import { PageQuery } from '../api/pages.ts';
import { AddSshKeyRequest, SshKey, SshKeyDeleted } from '../people/ssh-keys.ts';

const rest = { scope: 'account', group: 'SSH keys' } as const;
const read = endpointRows({ ...rest, needs: 'servers.read', limit: 30 });
const write = endpointRows({ ...rest, needs: 'servers.write', limit: 5 });
const KeyQuery = z.object({
  id: z.string().min(1).max(100).meta({ description: 'An SSH key id of the caller.', example: 'ssh_01kb3c9qj2v9x6t5r4e3w2q1az' }),
});

export const listSshKeys = read.list('/settings/ssh-keys', 'SSH public keys of the caller', { takes: { query: PageQuery }, of: SshKey });

export const addSshKey = write.post('/settings/ssh-keys', 'Add a public key', {
  takes: { body: AddSshKeyRequest },
  status: 201,
  data: SshKey,
  errors: ['INVALID_REQUEST'],
});

export const deleteSshKey = write.delete('/settings/ssh-keys', 'Remove a public key', {
  takes: { query: KeyQuery },
  data: SshKeyDeleted,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
});
