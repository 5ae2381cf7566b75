import { capacitySentences } from '@boreal/contract/request-sentences/capacity.sentences.ts';
import type { Tx } from '../../../../db/connect.ts';
import { invalidRequest } from '../../../../kit/errors.ts';
import type { PoolRow } from '../hosts.store.ts';
import { readOfferedDisks } from '../../engines/engine-traits.store.ts';

export type PoolDisks = Pick<PoolRow, 'systemDisk' | 'workDisk'>;

/** @throws INVALID_REQUEST the engine does not offer these disks to a pool */
export async function requireDisks(tx: Tx, engine: string, { systemDisk, workDisk }: PoolDisks): Promise<void> {
  const { systemDisks, workDisks } = (await readOfferedDisks(tx)).get(engine) ?? { systemDisks: [], workDisks: [] };
  requireOffered('systemDisk', systemDisk, { engine, offered: systemDisks, setting: 'OPENSTACK_SYSTEM_DISK' });
  requireOffered('workDisk', workDisk, { engine, offered: workDisks, setting: 'OPENSTACK_WORK_DISK' });
}

function requireOffered(
  path: 'systemDisk' | 'workDisk',
  chosen: string | null,
  { engine, offered, setting }: { engine: string; offered: readonly string[]; setting: string },
): void {
  if (chosen === null || offered.includes(chosen)) return;
  if (offered.length === 0) throw invalidRequest(path, capacitySentences.disksOfOneKind(engine));
  throw invalidRequest(path, capacitySentences.disksOffered(engine, offered.join(', '), setting));
}
