import { capacitySentences } from '@boreal/contract/request-sentences/capacity.sentences.ts';
import { invalidRequest, notFound } from '../../../../kit/errors.ts';
import { recordAudit } from '../../../ground/audit/record-audit.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { ownStorageName, storageName } from './found.store.ts';
import { findHost, lockPoolsOf, updateMachineLimits, updateStorageLimits, type HostRow, type Limit } from '../hosts.store.ts';

/** Omitted fields keep their values. */
export interface HostLimits {
  readonly hostId: string;
  readonly cores?: Limit | undefined;
  readonly memoryGb?: Limit | undefined;
  /** For the storage named, or for each that the host draws on; other hosts that draw on it share its limit. */
  readonly disksGb?: readonly (Limit & { readonly storage?: string | undefined })[];
}

/**
 * Sets how much of a host may be sold. What is already sold stays, even beyond a lower limit. For operators.
 * @throws NOT_FOUND · INVALID_REQUEST a storage that the host does not draw on
 */
export function limitHost(ctx: Ctx, { hostId, cores = {}, memoryGb = {}, disksGb = [] }: HostLimits): Promise<HostRow> {
  return ctx.transact(async (tx) => {
    const host = await findHost(tx, hostId);
    if (!host) throw notFound('host');
    await lockPoolsOf(tx, host.id);
    const own = [...new Set([host.systemStorage, host.workStorage, host.backupStorage])].filter((name) => name !== null);
    await updateMachineLimits(tx, { hostId, cores, memoryGb });
    for (const { storage, ...limit } of disksGb) {
      const named = storage === undefined ? null : storageName(host.engine, storage);
      if (named !== null && !own.includes(named)) {
        const names = own.map((name) => ownStorageName(host.engine, name));
        throw invalidRequest('storage', capacitySentences.notItsStorage(host.name, names.join(', ')));
      }
      await updateStorageLimits(tx, { names: named === null ? own : [named], limit });
    }
    const detail = {
      name: host.name,
      after: { cores: { ...cores }, memoryGb: { ...memoryGb }, disksGb: disksGb.map((limit) => ({ ...limit })) },
    };
    await recordAudit(tx, ctx, { accountId: null, action: 'host.changed', target: hostId, detail });
    return (await findHost(tx, hostId)) ?? host;
  });
}
