import * as rows from '@boreal/contract/endpoints/ssh-keys.ts';
import { addSshKey } from '../core/ground/ssh-keys/add-ssh-key.ts';
import { deleteSshKey } from '../core/ground/ssh-keys/delete-ssh-key.ts';
import { listSshKeys } from '../core/ground/ssh-keys/list-ssh-keys.ts';
import { bind } from './bind.ts';

export const sshKeysRoutes = bind(rows, {
  listSshKeys: (ctx, { query }) => listSshKeys(ctx, query),
  addSshKey: (ctx, { body }) => addSshKey(ctx, body),
  deleteSshKey: (ctx, { query }) => deleteSshKey(ctx, { id: query.id }),
});
