import type { GeneratedSshKey } from '@boreal/contract/people/ssh-keys.ts';
import sshpk from 'sshpk';
import type { CustomerCtx } from '../ctx.ts';
import { addSshKey } from './add-ssh-key.ts';

/**
 * Generates an ed25519 pair, stores its public half like any other key, and returns the private half in OpenSSH format, which is never
 * shown again. Throws as addSshKey does.
 */
export async function generateSshKey(ctx: CustomerCtx, input: { name: string }): Promise<GeneratedSshKey> {
  const pair = sshpk.generatePrivateKey('ed25519');
  pair.comment = commentOf(input.name);
  const publicKey = pair.toPublic().toString('ssh');
  const key = await addSshKey(ctx, { name: input.name, publicKey });
  const privateKey = pair.toString('openssh');
  return { ...key, publicKey, privateKey: privateKey.endsWith('\n') ? privateKey : `${privateKey}\n` };
}

/** A comment is one word of the name's plain letters: programs that read keys agree on nothing else. */
function commentOf(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replaceAll(/^-+|-+$/g, '') || 'boreal';
}
