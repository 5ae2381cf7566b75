import type { SshKey } from '@boreal/contract/people/ssh-keys.ts';

/** The key that is chosen unless another one is: the one kept, while the account has it, else the newest. */
export function usualKey<K extends Pick<SshKey, 'id' | 'createdAt'>>(keys: readonly K[], kept: string | null): K | undefined {
  return keys.find(({ id }) => id === kept) ?? keys.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
}
