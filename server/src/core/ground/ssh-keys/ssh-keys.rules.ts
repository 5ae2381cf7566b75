import type { SshKey } from '@boreal/contract/people/ssh-keys.ts';

/** The most keys of an account. */
export const SSH_KEYS_MAX = 100;

/** A key as every door shows it: without its text. */
export function sshKeyOf(row: { id: string; name: string; fingerprint: string; createdAt: Date }): SshKey {
  return { id: row.id, name: row.name, fingerprint: row.fingerprint, createdAt: row.createdAt.toISOString() };
}
