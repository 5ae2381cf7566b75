import type { Tx } from '../../../db/connect.ts';
import { turnOptionOff } from './backup-options.store.ts';
import { dropAll } from './drop-backups.store.ts';

/** Deletes a deleted server's backups and stops making new ones. The account is locked. */
export async function destroyBackups(tx: Tx, input: { serverId: string; at: Date }): Promise<void> {
  await turnOptionOff(tx, input);
  await dropAll(tx, input.serverId);
}
