import type { Tx } from '../../../db/connect.ts';

/** Records that a machine without a row was given one. `clockFrom`: null if it was hibernated. */
export async function insertAdoption(tx: Tx, row: { serverId: string; adoptedAt: Date; clockFrom: Date | null }): Promise<void> {
  await tx.insertInto('adoptions').values(row).execute();
}
