import type { Sql } from '../../../db/connect.ts';
import { listEngineRows } from '../../ground/installation/engine-names.store.ts';
import { askTakeOver } from '../holders/holders.store.ts';
import { markReachable } from '../capacity/hosts.store.ts';
import { insertRestore, resumeServers, readBooksEnd, type RestoreRow } from './restores.store.ts';

/**
 * Records that this database was restored. `copyEndsAt`: the restored moment; by default, the last moment in the books. Its hosts may have
 * machines that it does not know, so they are not for sale until a worker has looked at them. Work in progress continues. `takeOver`: the
 * database that drove its engines is gone, and this one drives them from now on.
 */
export async function noteRestore(db: Sql, of: { copyEndsAt?: Date | undefined; at: Date; takeOver: boolean }): Promise<RestoreRow> {
  const { at } = of;
  const engines = (await listEngineRows(db)).map(({ name }) => name);
  if (of.takeOver) await askTakeOver(db, engines);
  for (const engine of engines) {
    await markReachable(db, { engine, reachable: [], whys: new Map(), others: 'unchecked', at });
  }
  const told = of.copyEndsAt ?? (await readBooksEnd(db)) ?? at;
  const copyEndsAt = told < at ? told : at;
  await resumeServers(db, { ms: at.getTime() - copyEndsAt.getTime() });
  return insertRestore(db, { copyEndsAt, notedAt: at });
}
