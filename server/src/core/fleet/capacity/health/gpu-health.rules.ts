import type { GpuHealth, GpuReason } from '@boreal/contract/fleet/gpus.ts';
import type { GpuReading } from '../../../../engines/gpu-exporter.ts';

/**
 * Errors that NVIDIA lays to the hardware, by its number. Not those of programs, such as 13, 31 or 43: whoever rents a GPU can
 * cause these at will, and must not be able to take it out of sale.
 */
const HARDWARE_XIDS: ReadonlySet<number> = new Set([48, 61, 62, 64, 74, 79, 92, 94, 95, 119, 120, 140]);

/** More repeated transfers in a minute than DCGM's own health check allows. */
const REPLAYS_PER_MINUTE = 8;

/** What of a reading stays until the driver is loaded again. */
export function healthOf({ xid, eccErrors, rowRemapFailed }: GpuReading): GpuHealth {
  return { xid, eccErrors, rowRemapFailed };
}

/**
 * Why a GPU must not be sold any longer, by what is new since the last reading; null: for no reason. What was there when an operator
 * released it is not new.
 */
export function faultOf(now: GpuReading, before: GpuHealth | null, replaysPerMinute: number): GpuReason | null {
  if (HARDWARE_XIDS.has(now.xid) && now.xid !== before?.xid) return { type: 'xid', code: now.xid };
  if (now.eccErrors > (before?.eccErrors ?? 0)) return { type: 'ecc', errors: now.eccErrors };
  if (now.rowRemapFailed && before?.rowRemapFailed !== true) return { type: 'row_remap' };
  if (replaysPerMinute > REPLAYS_PER_MINUTE) return { type: 'bus', replaysPerMinute };
  return null;
}

/** The PCI address of a GPU by the engine's name of it, which may go on with a slice of it; lower case. */
export function addressOf(device: string): string {
  return (device.split('/')[0] ?? '').toLowerCase();
}
