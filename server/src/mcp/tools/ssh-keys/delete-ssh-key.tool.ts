import { IdText } from '@boreal/contract/values/ids.ts';
import { SshKeyDeleted } from '@boreal/contract/people/ssh-keys.ts';
import { z } from 'zod';
import { deleteSshKey as removeKey } from '../../../core/ground/ssh-keys/delete-ssh-key.ts';
import { defineTool } from '../../define-tool.ts';

export const deleteSshKey = defineTool({
  name: 'svc_delete_ssh_key',
  group: 'ssh_keys',
  title: 'Delete an SSH key',
  description: 'Forget a public key; servers that have it keep it.',
  effect: 'destructive',
  input: z.strictObject({ sshKeyId: IdText }),
  output: z.object({ key: SshKeyDeleted }),
  run: async (ctx, { sshKeyId }) => ({ key: await removeKey(ctx, { id: sshKeyId }) }),
  tell: ({ key }) => `${key.id} is deleted.`,
});
