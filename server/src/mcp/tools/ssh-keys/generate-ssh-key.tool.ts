import { AddSshKeyRequest, GeneratedSshKey } from '@boreal/contract/people/ssh-keys.ts';
import { z } from 'zod';
import { generateSshKey as makeKey } from '../../../core/ground/ssh-keys/generate-ssh-key.ts';
import { defineTool } from '../../define-tool.ts';

export const generateSshKey = defineTool({
  name: 'svc_generate_ssh_key',
  group: 'ssh_keys',
  title: 'Generate an SSH key',
  description: 'Make an ed25519 pair. The private half is shown once: save it with mode 600.',
  effect: 'write',
  input: z.strictObject({ name: AddSshKeyRequest.shape.name }),
  output: z.object({ key: GeneratedSshKey }),
  run: async (ctx, args) => ({ key: await makeKey(ctx, args) }),
  tell: ({ key }) => `Made ${key.id}; its private half is in privateKey and nowhere else.`,
});
