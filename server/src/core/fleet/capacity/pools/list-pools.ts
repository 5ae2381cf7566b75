import type { Sql } from '../../../../db/connect.ts';
import { LIST_MAX } from '../../../ground/page.ts';
import { selectPools, type PoolRow } from '../hosts.store.ts';

/** Every pool, oldest first. For operators. */
export function listPools(db: Sql): Promise<PoolRow[]> {
  return selectPools(db, LIST_MAX);
}
