import type { HostGpu } from '@boreal/contract/fleet/gpus.ts';
import type { Sql } from '../../../../db/connect.ts';
import { LIST_MAX } from '../../../ground/page.ts';
import { selectHostGpus } from './gpu-states.store.ts';

/** GPUs by host and slot; `setAside`: only those that are in their slots but not sold. For operators. */
export function listGpus(db: Sql, input: { hostId?: string | undefined; setAside?: boolean } = {}): Promise<HostGpu[]> {
  return selectHostGpus(db, { hostId: input.hostId, setAside: input.setAside ?? false, limit: LIST_MAX });
}
