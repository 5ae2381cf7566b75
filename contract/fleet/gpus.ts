import { z } from 'zod';
import { IdText } from '../values/ids.ts';
import { schemaSentences } from '../values/schema-sentences.ts';
import { NameText, ReasonText } from '../values/written-text.ts';

/**
 * Only `ok` is sold. `suspect`: a machine failed on it. `quarantined`: its own health, or an operator, rules out selling it. `removed`: no
 * GPU is in the slot.
 */
export const GpuState = z.enum(['ok', 'suspect', 'quarantined', 'removed']);
export type GpuState = z.infer<typeof GpuState>;

/** Why a machine could not be made or booted, to the extent that it may indicate hardware. */
export const HardwareCause = z.enum(['gpu', 'no_capacity', 'unknown']);
export type HardwareCause = z.infer<typeof HardwareCause>;

/** Why a GPU is not sold, as data. Old reasons must stay readable: a shape may gain optional fields, but never loses one. */
export const GpuReason = z.discriminatedUnion('type', [
  /** This server's machine did not start on it. */
  z.object({ type: z.literal('machine_failed'), serverId: z.string(), cause: HardwareCause }),
  /** The driver reported a hardware error, with NVIDIA's number. */
  z.object({ type: z.literal('xid'), code: z.int() }),
  /** Uncorrectable memory errors since the driver was loaded. */
  z.object({ type: z.literal('ecc'), errors: z.int() }),
  /** A faulty memory row could not be replaced by a spare one. */
  z.object({ type: z.literal('row_remap') }),
  /** Repeated PCIe transfers (replays). */
  z.object({ type: z.literal('bus'), replaysPerMinute: z.int() }),
  /** The engine does not find it on its host. */
  z.object({ type: z.literal('missing'), device: z.string() }),
  /** An operator's own words. */
  z.object({ type: z.literal('by_hand'), note: z.string() }),
]);
export type GpuReason = Readonly<z.infer<typeof GpuReason>>;

/** A GPU's errors that persist until its driver is reloaded, as its exporter last reported them. */
export const GpuHealth = z.object({ xid: z.int(), eccErrors: z.int(), rowRemapFailed: z.boolean() });
export type GpuHealth = Readonly<z.infer<typeof GpuHealth>>;

/** A GPU in its slot, whether it is sold, and what uses it. */
export const Gpu = z.object({
  slot: z.int(),
  /** The pool that sells it. */
  poolId: z.string(),
  /** The engine's own name for it. */
  device: z.string().nullable(),
  state: GpuState,
  /** Null: since it was added. */
  stateSince: z.iso.datetime().nullable(),
  /** Null exactly where the state is `ok`. */
  reason: GpuReason.nullable(),
  serverId: z.string().nullable(),
  /** The server whose machine has yet to release it. */
  leavingServerId: z.string().nullable(),
  /** The machine on it that belongs to no server; after an older database was restored, it is a customer's. */
  orphanId: z.string().nullable(),
});
export type Gpu = z.infer<typeof Gpu>;

/** What holds a GPU, or has yet to release it; null: nothing. */
export function holderOf({ serverId, leavingServerId, orphanId }: Pick<Gpu, 'serverId' | 'leavingServerId' | 'orphanId'>): string | null {
  return serverId ?? leavingServerId ?? orphanId;
}

export const HostGpu = Gpu.extend({ hostId: z.string(), hostName: z.string() });
export type HostGpu = z.infer<typeof HostGpu>;

/** The slot in a path, as a number. */
export const SlotText = z.coerce.number().int().min(0).max(10_000);
export const GpuPath = z.object({ hostId: IdText, slot: SlotText });

/** More GPUs than any machine has. */
export const GPUS_MAX = 64;

export const SetGpuAsideRequest = z.strictObject({ reason: ReasonText });
export const ReplaceGpuRequest = z.strictObject({
  /** The engine's own name for the new GPU; by default that of the old one: the same slot has the same address. */
  device: NameText.optional(),
});
export const GpuCount = z.int(schemaSentences.gpuCount.en).min(1, schemaSentences.gpuCount.en).max(GPUS_MAX, schemaSentences.gpuCount.en);
export const GpuNames = z
  .array(NameText, schemaSentences.gpuNames.en)
  .min(1, schemaSentences.gpuNames.en)
  .max(GPUS_MAX, schemaSentences.gpuNames.en);
/** By name if the engine names its GPUs, otherwise by their number. */
export const AddGpusRequest = z.strictObject({
  /** The pool that sells them; if omitted, the only pool that the host has GPUs of. */
  poolId: IdText.optional(),
  gpuCount: GpuCount.optional(),
  devices: GpuNames.optional(),
});
