import { SshKey } from '@boreal/contract/people/ssh-keys.ts';
import { z } from 'zod';
import { listSshKeys as readKeys } from '../../../core/ground/ssh-keys/list-ssh-keys.ts';
import { defineTool } from '../../define-tool.ts';
import { counted, nextCursor, PAGE_DEFAULT, pageFields } from '../../fields.ts';

export const listSshKeys = defineTool({
  name: 'svc_list_ssh_keys',
  group: 'ssh_keys',
  title: 'List SSH keys',
  description: 'Public keys that new servers can be deployed with.',
  input: z.strictObject(pageFields),
  output: z.object({ keys: z.array(SshKey), nextCursor }),
  run: async (ctx, { limit = PAGE_DEFAULT, cursor }) => {
    const { items, nextCursor: next } = await readKeys(ctx, { limit, cursor });
    return { keys: items, nextCursor: next };
  },
  tell: ({ keys, nextCursor: cursor }) => counted(keys.length, 'key', cursor),
});
