import { z } from 'zod';
import { IdText } from '../values/ids.ts';
import { schemaSentences } from '../values/schema-sentences.ts';
import { NameText, ReasonText } from '../values/written-text.ts';

/**
 * Only `ok` is sold. `suspect`: a machine failed on it. `quarantined`: its own health, or an operator, says that it must not be
 * sold. `removed`: no GPU is in the slot.
 */
export const GpuState = z.enum(['ok', 'suspect', 'quarantined', 'removed']);
export type GpuState = z.infer<typeof GpuState>;

/** Why a machine could not be made or booted, as far as it can point at hardware. */
export const HardwareCause = z.enum(['gpu', 'no_capacity', 'unknown']);
export type HardwareCause = z.infer<typeof HardwareCause>;

/** Why a GPU is not sold, as data. Old reasons must stay readable: a shape may gain optional fields, but loses none. */
export const GpuReason = z.discriminatedUnion('type', [
  /** The machine of this server did not come up on it. */
  z.object({ type: z.literal('machine_failed'), serverId: z.string(), cause: HardwareCause }),
  /** The driver reported an error of the hardware, by NVIDIA's number. */
  z.object({ type: z.literal('xid'), code: z.int() }),
  /** Memory errors that could not be corrected, since the driver was loaded. */
  z.object({ type: z.literal('ecc'), errors: z.int() }),
  /** A broken row of memory could not be replaced by a spare one. */
  z.object({ type: z.literal('row_remap') }),
  /** Transfers over PCIe that had to be repeated. */
  z.object({ type: z.literal('bus'), replaysPerMinute: z.int() }),
  /** The engine does not find it on its host. */
  z.object({ type: z.literal('missing'), device: z.string() }),
  /** An operator's own words. */
  z.object({ type: z.literal('by_hand'), note: z.string() }),
]);
export type GpuReason = Readonly<z.infer<typeof GpuReason>>;

/** Errors of a GPU that stay until its driver is loaded again, as its exporter last told them. */
export const GpuHealth = z.object({ xid: z.int(), eccErrors: z.int(), rowRemapFailed: z.boolean() });
export type GpuHealth = Readonly<z.infer<typeof GpuHealth>>;

/** A GPU in its slot, whether it is sold, and who has it. */
export const Gpu = z.object({
  slot: z.int(),
  /** The pool that sells it. */
  poolId: z.string(),
  /** The engine's own name of it. */
  device: z.string().nullable(),
  state: GpuState,
  /** Null: since it was added. */
  stateSince: z.iso.datetime().nullable(),
  /** Null exactly where the state is `ok`. */
  reason: GpuReason.nullable(),
  serverId: z.string().nullable(),
  /** The server whose machine has yet to leave it. */
  leavingServerId: z.string().nullable(),
  /** The machine on it that is no server's: after an older database was restored, it is a customer's. */
  orphanId: z.string().nullable(),
});
export type Gpu = z.infer<typeof Gpu>;

/** Who has a GPU, or has yet to leave it; null: nobody. */
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
  /** The engine's own name of the new GPU; without it, that of the former one: the same slot has the same address. */
  device: NameText.optional(),
});
export const GpuCount = z.int(schemaSentences.gpuCount.en).min(1, schemaSentences.gpuCount.en).max(GPUS_MAX, schemaSentences.gpuCount.en);
export const GpuNames = z
  .array(NameText, schemaSentences.gpuNames.en)
  .min(1, schemaSentences.gpuNames.en)
  .max(GPUS_MAX, schemaSentences.gpuNames.en);
/** By name where the engine has names for them, otherwise by their number. */
export const AddGpusRequest = z.strictObject({
  /** The pool that sells them; left out: the only one that the host has GPUs of. */
  poolId: IdText.optional(),
  gpuCount: GpuCount.optional(),
  devices: GpuNames.optional(),
});
