import type { Tx } from '../../../db/connect.ts';

/** Records that a term's renewal has paid the server's backup option to the term's end, whether or not it is still on. */
export async function extendOption(tx: Tx, input: { serverId: string; paidUntil: Date; at: Date }): Promise<void> {
  await tx
    .updateTable('backupOptions')
    .set({ paidUntil: input.paidUntil, updatedAt: input.at })
    .where('serverId', '=', input.serverId)
    .execute();
}
