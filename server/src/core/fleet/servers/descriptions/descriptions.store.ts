import type { ServerLabel } from '@boreal/contract/servers/labels.ts';
import type { Sql, Tx } from '../../../../db/connect.ts';
import type { LockedServer } from '../servers.store.ts';

/** The labels of an account's servers, each server's sorted by key. */
export async function readLabels(
  db: Sql | Tx,
  of: { accountId: string; serverIds: readonly string[] },
): Promise<ReadonlyMap<string, readonly ServerLabel[]>> {
  if (of.serverIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('serverLabels')
    .select(['serverId', 'key', 'value'])
    .where('accountId', '=', of.accountId)
    .where('serverId', 'in', of.serverIds)
    .orderBy('key')
    .execute();
  const found = new Map<string, ServerLabel[]>();
  for (const { serverId, ...label } of rows) found.set(serverId, [...(found.get(serverId) ?? []), label]);
  return found;
}

export async function readNote(db: Sql | Tx, serverId: string): Promise<string | null> {
  const row = await db.selectFrom('serverNotes').select('note').where('serverId', '=', serverId).executeTakeFirst();
  return row?.note ?? null;
}

export async function renameServer(tx: Tx, server: LockedServer, { name, at }: { name: string; at: Date }): Promise<void> {
  await tx.updateTable('servers').set({ name, updatedAt: at }).where('id', '=', server.id).execute();
}

/** Replaces all labels of a server. */
export async function saveLabels(tx: Tx, server: LockedServer, labels: readonly ServerLabel[]): Promise<void> {
  const { id: serverId, accountId } = server;
  await tx.deleteFrom('serverLabels').where('accountId', '=', accountId).where('serverId', '=', serverId).execute();
  if (labels.length === 0) return;
  await tx
    .insertInto('serverLabels')
    .values(labels.map(({ key, value }) => ({ accountId, serverId, key, value })))
    .execute();
}

export async function saveNote(tx: Tx, server: LockedServer, note: string | null): Promise<void> {
  if (note === null) {
    await tx.deleteFrom('serverNotes').where('serverId', '=', server.id).execute();
    return;
  }
  await tx
    .insertInto('serverNotes')
    .values({ serverId: server.id, note })
    .onConflict((conflict) => conflict.column('serverId').doUpdateSet({ note }))
    .execute();
}
