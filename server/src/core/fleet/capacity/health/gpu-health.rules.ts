import type { GpuHealth, GpuReason } from '@boreal/contract/fleet/gpus.ts';
import type { GpuReading } from '../../../../engines/gpu-exporter.ts';

/**
 * Numbers of the errors that NVIDIA attributes to hardware. Excludes errors of programs, such as 13, 31 or 43: a customer can cause these
 * at will, and must not be able to take the GPU out of sale.
 */
const HARDWARE_XIDS: ReadonlySet<number> = new Set([48, 61, 62, 64, 74, 79, 92, 94, 95, 119, 120, 140]);

/** More replays per minute than DCGM's own health check allows. */
const REPLAYS_PER_MINUTE = 8;

/** The part of a reading that persists until the driver is reloaded. */
export function healthOf({ xid, eccErrors, rowRemapFailed }: GpuReading): GpuHealth {
  return { xid, eccErrors, rowRemapFailed };
}

/**
 * Why a GPU must no longer be sold, from what is new since the last reading; null if there is no reason. Faults that were there when an
 * operator released it are not new.
 */
export function faultOf(now: GpuReading, before: GpuHealth | null, replaysPerMinute: number): GpuReason | null {
  if (HARDWARE_XIDS.has(now.xid) && now.xid !== before?.xid) return { type: 'xid', code: now.xid };
  if (now.eccErrors > (before?.eccErrors ?? 0)) return { type: 'ecc', errors: now.eccErrors };
  if (now.rowRemapFailed && before?.rowRemapFailed !== true) return { type: 'row_remap' };
  if (replaysPerMinute > REPLAYS_PER_MINUTE) return { type: 'bus', replaysPerMinute };
  return null;
}

/** The PCI address of a GPU, in lower case, from the engine's name for it, which may continue with a slice. */
export function addressOf(device: string): string {
  return (device.split('/')[0] ?? '').toLowerCase();
}
