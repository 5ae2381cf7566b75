import { invalidRequest, notFound } from '../../../kit/errors.ts';
import { newId } from '../../../kit/ids.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { insertHost, lockPool, type HostRow } from './hosts.store.ts';

/** More cards than any machine has. */
const GPUS_MAX = 64;

export interface NewHost {
  readonly poolId: string;
  readonly name: string;
  readonly gpuCount: number;
  /** The engine's own name of each card; null, or no list: it needs none. */
  readonly devices?: readonly (string | null)[];
}

/**
 * Adds a host and its cards to a pool; machines are placed on it at once. `name` is the engine's own name of the host.
 * For operators.
 */
export function addHost(ctx: Ctx, input: NewHost): Promise<HostRow> {
  return ctx.transact(async (tx) => {
    const { poolId, name, gpuCount, devices } = input;
    const now = ctx.clock.now();
    if (!Number.isInteger(gpuCount) || gpuCount < 1 || gpuCount > GPUS_MAX) {
      throw invalidRequest('gpuCount', {
        en: `A host has 1 to ${GPUS_MAX} GPUs.`,
        fr: `Un hôte a de 1 à ${GPUS_MAX} GPU.`,
      });
    }
    const named = (devices ?? []).filter((device) => device !== null);
    if (new Set(named.map((device) => device.toLowerCase())).size < named.length && !named.every(isModel)) {
      throw invalidRequest('devices', {
        en: 'A card is named twice.',
        fr: 'Une carte est nommée deux fois.',
      });
    }
    if (!(await lockPool(tx, poolId))) throw notFound('pool');
    const host = { id: newId('host', now), poolId, name, state: 'accepting', silentSince: null, createdAt: now } as const;
    if (!(await insertHost(tx, { host, devices: devices ?? Array.from({ length: gpuCount }, () => null) })))
      throw invalidRequest('name', {
        en: `There is a host named ${name} already. A host is in one pool only.`,
        fr: `Il y a déjà un hôte nommé ${name}. Un hôte est dans un seul groupe.`,
      });
    await recordAudit(tx, ctx, {
      accountId: null,
      action: 'host.added',
      target: host.id,
      detail: { name, poolId, gpuCount, ...(named.length > 0 && { devices: named }) },
    });
    return host;
  });
}

/** All cards of a model by vendor and product, which every place of the host may name. */
function isModel(device: string): boolean {
  return /^[0-9a-f]{4}:[0-9a-f]{4}$/i.test(device);
}
