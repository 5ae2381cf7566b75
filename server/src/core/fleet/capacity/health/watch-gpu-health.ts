import { GpuHealth } from '@boreal/contract/fleet/gpus.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../kit/clock.ts';
import type { GpuExporter, GpuReading } from '../../../../engines/gpu-exporter.ts';
import { recordAudit } from '../../../ground/audit/record-audit.ts';
import { systemActor, type Ctx } from '../../../ground/ctx.ts';
import { gpuTarget } from '../gpus/change-gpu.ts';
import { addressOf, faultOf, healthOf } from './gpu-health.rules.ts';
import { findGpu, writeGpuHealth, writeGpuState } from '../gpus/gpu-states.store.ts';
import { listHosts, type HostWithGpus } from '../hosts/list-hosts.ts';
import { lockPoolsOf } from '../hosts.store.ts';

const READ_TIMEOUT_MS = 5 * SECOND_MS;

/**
 * Reads the exporters of all hosts whose GPUs have names, and quarantines GPUs that report hardware errors. Call the returned function
 * about once a minute. A silent exporter does not affect its host: it is logged once.
 */
export function createHealthWatch(ctx: Ctx, exporter: GpuExporter): () => Promise<void> {
  const untold = new Set<string>();
  const counted = new Map<string, { replays: number; at: number }>();

  /** Replays per minute since this worker's last reading of this GPU; 0 if there is none to compare with. */
  function replaysPerMinute(key: string, { replays }: GpuReading): number {
    const before = counted.get(key);
    const at = ctx.clock.wall().getTime();
    if (replays === null) return 0;
    counted.set(key, { replays, at });
    if (!before || at <= before.at || replays <= before.replays) return 0;
    return Math.round((replays - before.replays) / ((at - before.at) / MINUTE_MS));
  }

  async function look(host: HostWithGpus): Promise<void> {
    const readings = new Map((await exporter(host, AbortSignal.timeout(READ_TIMEOUT_MS))).map((one) => [one.device, one]));
    const known = host.gpus.flatMap((gpu) => {
      const reading = gpu.device === null || gpu.state === 'removed' ? undefined : readings.get(addressOf(gpu.device));
      return reading ? [{ slot: gpu.slot, reading }] : [];
    });
    if (known.length === 0) throw new Error(`the exporter of ${host.name} tells of none of its GPUs`);
    for (const { slot, reading } of known) {
      await note(ctx, host, { slot, reading, replaysPerMinute: replaysPerMinute(`${host.id}/${slot}`, reading) });
    }
  }

  return async () => {
    const hosts = await listHosts(ctx.db.sql);
    const named = hosts.filter(({ silentSince, gpus }) => silentSince === null && gpus.some(({ device }) => device !== null));
    await Promise.all(
      named.map(async (host) => {
        try {
          await look(host);
          untold.delete(host.id);
        } catch (error) {
          if (!untold.has(host.id)) ctx.log.warn({ err: error, host: host.name }, 'the health of a host’s GPUs cannot be read');
          untold.add(host.id);
        }
      }),
    );
  };
}

async function note(
  ctx: Ctx,
  host: HostWithGpus,
  { slot, reading, replaysPerMinute }: { slot: number; reading: GpuReading; replaysPerMinute: number },
): Promise<void> {
  const at = { hostId: host.id, slot };
  await ctx.transact(async (tx) => {
    // Most readings equal the last one, and lock nothing.
    const seen = await findGpu(tx, at);
    if (!seen || isSame(healthIn(seen.health), reading, replaysPerMinute)) return;
    await lockPoolsOf(tx, host.id);
    const gpu = await findGpu(tx, at);
    if (!gpu || gpu.state === 'removed') return;
    const reason = faultOf(reading, healthIn(gpu.health), replaysPerMinute);
    await writeGpuHealth(tx, at, healthOf(reading));
    if (reason === null || gpu.state === 'quarantined') return;
    await writeGpuState(tx, at, { state: 'quarantined', reason, at: ctx.clock.now() });
    await recordAudit(
      tx,
      { ...ctx, actor: systemActor },
      {
        accountId: null,
        action: 'gpu.quarantined',
        target: gpuTarget(at),
        detail: { host: host.name, slot, before: { state: gpu.state }, after: { state: 'quarantined', reason } },
      },
    );
    ctx.log.error({ host: host.name, slot, reason, serverId: gpu.serverId }, 'a GPU reports errors of its hardware: it is quarantined');
  });
}

function healthIn(stored: unknown): GpuHealth | null {
  return stored === null ? null : GpuHealth.parse(stored);
}

function isSame(before: GpuHealth | null, now: GpuReading, replaysPerMinute: number): boolean {
  return (
    faultOf(now, before, replaysPerMinute) === null &&
    before?.xid === now.xid &&
    before.eccErrors === now.eccErrors &&
    before.rowRemapFailed === now.rowRemapFailed
  );
}
