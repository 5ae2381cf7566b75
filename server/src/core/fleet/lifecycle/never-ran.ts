import type { Tx } from '../../../db/connect.ts';
import { isOfCopy } from '../restores/restores.store.ts';
import type { ServerRow } from '../servers/servers.store.ts';

/**
 * Whether the customer never had a server's machine, so that nothing is lost with it. Unknown for a server that a restored copy of the
 * database shows as being made: its customer may have worked on it since.
 */
export async function hasNeverRun(tx: Tx, server: Pick<ServerRow, 'firstActiveAt' | 'createdAt'>): Promise<boolean> {
  return server.firstActiveAt === null && !(await isOfCopy(tx, server));
}
