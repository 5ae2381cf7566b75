import type { Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import type { Engines } from '../../../db/rows.gen.ts';

export type EngineRow = Selectable<Engines>;

/** Every engine that this installation has or had. */
export function listEngineRows(db: Sql | Tx): Promise<EngineRow[]> {
  return db.selectFrom('engines').selectAll().orderBy('name').execute();
}

/** Whether this installation has ever been started with an engine of that name. */
export async function isKnownEngine(db: Sql | Tx, name: string): Promise<boolean> {
  return (await db.selectFrom('engines').select('name').where('name', '=', name).executeTakeFirst()) !== undefined;
}

/** Records engines of the configuration; known ones stay unchanged. */
export async function insertEngines(db: Sql | Tx, engines: readonly EngineRow[]): Promise<void> {
  if (engines.length === 0) return;
  await db
    .insertInto('engines')
    .values([...engines])
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** The engines that have something of ours: pools, or the machines, disks and backups of servers. */
export async function listUsedEngines(db: Sql | Tx): Promise<string[]> {
  const rows = await db
    .selectFrom('engines')
    .select('name')
    .where((eb) =>
      eb.or([
        eb.exists(eb.selectFrom('pools').select('id').whereRef('pools.engine', '=', 'engines.name')),
        eb.exists(
          eb
            .selectFrom('servers')
            .select('id')
            .whereRef('servers.engine', '=', 'engines.name')
            .where((or) => or.or([or('status', '<>', 'DELETED'), or('convergeAt', 'is not', null)])),
        ),
        eb.exists(
          eb
            .selectFrom('backups')
            .innerJoin('servers', 'servers.id', 'backups.serverId')
            .select('backups.id')
            .whereRef('servers.engine', '=', 'engines.name')
            .where('backups.status', '<>', 'deleted'),
        ),
      ]),
    )
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}
