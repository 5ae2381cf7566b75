import type { Tx } from '../../../db/connect.ts';
import { isOfCopy } from '../restores/restores.store.ts';
import type { ServerRow } from '../servers/servers.store.ts';

/**
 * Whether a server's machine has never been its customer's, so that nothing is lost with it. Of one that a restored copy of the
 * database shows in the making, that is not known: its customer may have worked on it since.
 */
export async function hasNeverRun(tx: Tx, server: Pick<ServerRow, 'firstActiveAt' | 'createdAt'>): Promise<boolean> {
  return server.firstActiveAt === null && !(await isOfCopy(tx, server));
}
