import { sql, type Insertable } from 'kysely';
import type { Tx } from '../../../db/connect.ts';
import type { Servers } from '../../../db/rows.gen.ts';
import { newId } from '../../../kit/ids.ts';
import { addConvergeJob } from './wake-server.store.ts';

/**
 * Writes a server's row, the account's environment in the region if it has none yet, and its job if it has work. One statement, because a
 * deployment holds the account's lock for as long as all its statements take. Without an `sshUser`, uses the image's.
 */
export async function insertFirst(
  tx: Tx,
  row: Omit<Insertable<Servers>, 'environmentId'> & { sshUser: string | null; createdAt: Date },
): Promise<void> {
  const { id, accountId, region, createdAt } = row;
  await tx
    .with('found', (db) => db.selectFrom('environments').select('id').where('accountId', '=', accountId).where('region', '=', region))
    .with('made', (db) =>
      db
        .insertInto('environments')
        .columns(['id', 'accountId', 'region', 'name', 'createdAt'])
        .expression(
          sql`select ${newId('environment', createdAt)}, ${accountId}, ${region}, ${`default-${region}`}, ${createdAt}::timestamptz
            where not exists (select from found)`,
        )
        .returning('id'),
    )
    .insertInto('servers')
    .values({
      ...row,
      environmentId: sql<string>`(select id from found union all select id from made)`,
      sshUser: row.sshUser ?? sql<string>`(select username from images where id = ${row.imageId})`,
    })
    .$if(row.convergeAt != null, (insert) => insert.returning(addConvergeJob({ serverId: id }).as('job')))
    .execute();
}
