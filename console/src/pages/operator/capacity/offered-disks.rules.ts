import type { ListedPool } from '@boreal/contract/operator/operator.ts';

/** Whether there is anything to choose. */
export function offersDisks({ systemDisks, workDisks }: ListedPool['offered']): boolean {
  return systemDisks.length > 1 || workDisks.length > 1;
}
