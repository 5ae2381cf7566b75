import { catalogSentences } from '@boreal/contract/request-sentences/catalog.sentences.ts';
import type { Sql, Tx } from '../../../../db/connect.ts';
import { invalidRequest } from '../../../../kit/errors.ts';
import { findRegion, type RegionRow } from './regions.store.ts';

/** The region that a request names, or the default one if it names none. @throws INVALID_REQUEST there is no such region */
export async function requireRegion(db: Sql | Tx, id: string | undefined): Promise<RegionRow> {
  const region = await findRegion(db, id);
  if (!region) throw invalidRequest('region', catalogSentences.noSuchRegion);
  return region;
}
