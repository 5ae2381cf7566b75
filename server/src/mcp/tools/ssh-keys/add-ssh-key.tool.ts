import { AddSshKeyRequest, SshKey } from '@boreal/contract/people/ssh-keys.ts';
import { z } from 'zod';
import { addSshKey as keepKey } from '../../../core/ground/ssh-keys/add-ssh-key.ts';
import { defineTool } from '../../define-tool.ts';

export const addSshKey = defineTool({
  name: 'svc_add_ssh_key',
  group: 'ssh_keys',
  title: 'Add an SSH key',
  description: 'Keep a public key. Never send a private one.',
  effect: 'write',
  input: z.strictObject({ name: AddSshKeyRequest.shape.name, publicKey: AddSshKeyRequest.shape.publicKey }),
  output: z.object({ key: SshKey }),
  run: async (ctx, args) => ({ key: await keepKey(ctx, args) }),
  tell: ({ key }) => `Kept as ${key.id}.`,
});
