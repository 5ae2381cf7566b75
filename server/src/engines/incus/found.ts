import type { EngineStorage, HostFound } from '../engine-hosts.ts';
import type { Turn } from '../parts/turn.ts';
import { storagesOf, type PoolSpace } from './rules/found.rules.ts';
import type { IncusDeps } from './incus-deps.ts';
import { IncusError, IncusUnreachable } from './client/incus-errors.ts';
import { StoragePool, StorageResources, type Resources } from './client/incus-shapes.ts';

const GIGABYTE = 2 ** 30;

/** How long storage may take to report its size: a member whose storage hangs still answers. */
const STORAGE_MS = 3_000;

/** A member's hardware besides its GPUs; null if Incus does not report it. `target` is the member's name in Incus' URLs. */
export async function readFound(
  deps: IncusDeps,
  turn: Turn,
  of: { name: string; target: string },
  { cpu, memory }: Resources,
): Promise<HostFound | null> {
  if (!cpu || !memory) return null;
  const { storagePool, workPool, backupPool, backupTarget } = deps.layout;
  const own = storagesOf(await readSpaces(deps, turn, of, [storagePool, workPool, backupPool]));
  const elsewhere = of.target !== '' && backupTarget !== null && backupTarget !== of.name;
  return {
    cores: cpu.total,
    memoryGb: Math.floor(memory.total / GIGABYTE),
    storages: {
      system: own.get(storagePool) ?? null,
      work: own.get(workPool) ?? null,
      backups: elsewhere ? await backupsAt(deps, turn, backupTarget) : (own.get(backupPool) ?? null),
    },
  };
}

/** For the member that stores all backups: includes its other pools, which may use the same storage. */
async function backupsAt(deps: IncusDeps, turn: Turn, member: string): Promise<EngineStorage | null> {
  const { storagePool, workPool, backupPool } = deps.layout;
  const of = { name: member, target: `?target=${encodeURIComponent(member)}` };
  return storagesOf(await readSpaces(deps, turn, of, [storagePool, workPool, backupPool])).get(backupPool) ?? null;
}

async function readSpaces(
  deps: IncusDeps,
  turn: Turn,
  { name: host, target }: { name: string; target: string },
  names: readonly string[],
): Promise<readonly PoolSpace[]> {
  const spaces = await Promise.all(
    [...new Set(names)].map(async (name): Promise<PoolSpace[]> => {
      const path = `/1.0/storage-pools/${encodeURIComponent(name)}`;
      const signal = AbortSignal.any([turn.signal, AbortSignal.timeout(STORAGE_MS)]);
      try {
        const [pool, state] = await Promise.all([
          deps.client.find(`${path}${target}`, StoragePool, signal),
          deps.client.find(`${path}/resources${target}`, StorageResources, signal),
        ]);
        if (!pool || !state) return [];
        return [{ pool: pool.value, host, totalBytes: state.value.space.total, usedBytes: state.value.space.used }];
      } catch (error) {
        // A pool that cannot report its size must not hide that the host answers; `engine check` reports the problem.
        turn.signal.throwIfAborted();
        if (!(error instanceof IncusError || error instanceof IncusUnreachable || signal.aborted)) throw error;
        deps.log.warn({ err: error, host, pool: name }, 'Incus does not say how large a storage pool is');
        return [];
      }
    }),
  );
  return spaces.flat();
}
