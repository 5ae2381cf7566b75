import { AddSshKeyRequest, SshKey, SshKeyDeleted } from '@boreal/contract/ssh-keys.ts';
import { z } from 'zod';
import { addSshKey } from '../core/ssh-keys/add-ssh-key.ts';
import { deleteSshKey } from '../core/ssh-keys/delete-ssh-key.ts';
import { listSshKeys } from '../core/ssh-keys/list-ssh-keys.ts';
import { endpoint, list } from './define-endpoint.ts';
import { PageQuery } from './pages.ts';

const group = 'SSH keys';
const KeyQuery = z.object({
  id: z.string().min(1).max(100).meta({ description: 'An SSH key id of the caller.', example: 'ssh_01kb3c9qj2v9x6t5r4e3w2q1az' }),
});

export const sshKeysRoutes = [
  list(
    '/settings/ssh-keys',
    {
      group,
      needs: 'servers.read',
      limit: 30,
      takes: { query: PageQuery },
      of: SshKey,
      name: 'listSshKeys',
      summary: 'SSH public keys of the caller',
    },
    (ctx, { query }) => listSshKeys(ctx, query),
  ),

  endpoint(
    'POST',
    '/settings/ssh-keys',
    {
      group,
      needs: 'servers.write',
      limit: 5,
      takes: { body: AddSshKeyRequest },
      status: 201,
      data: SshKey,
      errors: ['INVALID_REQUEST'],
      name: 'addSshKey',
      summary: 'Add a public key',
    },
    (ctx, { body }) => addSshKey(ctx, body),
  ),

  endpoint(
    'DELETE',
    '/settings/ssh-keys',
    {
      group,
      needs: 'servers.write',
      limit: 5,
      takes: { query: KeyQuery },
      data: SshKeyDeleted,
      errors: ['INVALID_REQUEST', 'NOT_FOUND'],
      name: 'deleteSshKey',
      summary: 'Remove a public key',
    },
    (ctx, { query }) => deleteSshKey(ctx, { id: query.id }),
  ),
];
