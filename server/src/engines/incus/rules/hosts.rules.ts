import { isNvidia, modelOfGpu, type GpuHardware } from '@boreal/contract/fleet/gpu-hardware.ts';
import type { z } from 'zod';
import type { EngineGpu } from '../../engine-hosts.ts';
import type { GpuCard } from '../client/incus-shapes.ts';

type Card = z.output<typeof GpuCard>;

/** A host's compute GPUs, by PCI address: a GPU keeps its name when another is removed. */
export function gpusOf(cards: readonly Card[]): EngineGpu[] {
  return cards
    .flatMap((card) => (card.pci_address !== undefined && isForCompute(card) ? [gpuOf(card, card.pci_address)] : []))
    .toSorted((a, b) => (a.device < b.device ? -1 : 1));
}

function gpuOf(card: Card, device: string): EngineGpu {
  const hardware = hardwareOf(card);
  const name = hardware.driverName ?? ([card.vendor, card.product].filter(Boolean).join(' ') || hardware.pciId);
  return { device, name, model: modelOfGpu(hardware), hardware, ...(isNvidia(hardware) && { forContainers: hasTools(card) }) };
}

/** Incus reports neither a GPU's subsystem nor its slices. */
function hardwareOf({ vendor_id, product_id, nvidia }: Card): GpuHardware {
  return { pciId: `${vendor_id}:${product_id}`.toLowerCase(), driverName: nvidia?.model || null };
}

/** Incus reads a GPU's model from the driver, but the driver's version only from the tools that bring it into containers. */
function hasTools({ nvidia }: Card): boolean {
  return Boolean(nvidia?.nvrm_version);
}

const NVIDIA = '10de';
const AMD = '1002';

/** Servers also have a small graphics chip for their own screen, which is not for rent. */
function isForCompute({ vendor_id }: Card): boolean {
  return [NVIDIA, AMD].includes(vendor_id.toLowerCase());
}
