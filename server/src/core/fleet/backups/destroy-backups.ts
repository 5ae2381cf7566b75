import type { Tx } from '../../../db/connect.ts';
import { turnOptionOff } from './backup-options.store.ts';
import { dropAll } from './drop-backups.store.ts';

/** A server that is destroyed takes its backups with it: none is made any more, all are removed. The account is locked. */
export async function destroyBackups(tx: Tx, input: { serverId: string; at: Date }): Promise<void> {
  await turnOptionOff(tx, input);
  await dropAll(tx, input.serverId);
}
