import type { EngineGpu } from '../engine.ts';
import type { z } from 'zod';
import type { GpuCard } from './incus-shapes.ts';

type Card = z.output<typeof GpuCard>;

/** What hardware calls itself, in lower case, and the catalog's slug; the first that fits. */
const models: readonly (readonly [RegExp, string])[] = [
  [/\bb200\b|gb100/, 'b200-sxm'],
  [/\bh200\b/, 'h200-sxm'],
  [/\bh100\b(?!.*pcie)/, 'h100-sxm'],
  [/\ba100\b.*80 ?gb/, 'a100-80gb'],
  [/rtx pro 6000/, 'rtx-pro-6000'],
  [/\bl40s\b/, 'l40s'],
  [/\bl4\b/, 'l4'],
];

/** The compute cards of a host, by PCI address: a card keeps its name when another is taken out. */
export function gpusOf(cards: readonly Card[]): EngineGpu[] {
  return cards
    .flatMap((card) => (card.pci_address !== undefined && isForCompute(card) ? [gpuOf(card, card.pci_address)] : []))
    .toSorted((a, b) => (a.device < b.device ? -1 : 1));
}

function gpuOf(card: Card, device: string): EngineGpu {
  const name = card.nvidia?.model || [card.vendor, card.product].filter(Boolean).join(' ') || `${card.vendor_id}:${card.product_id}`;
  const said = `${card.product} ${card.nvidia?.model ?? ''}`.toLowerCase();
  return { device, name, model: models.find(([pattern]) => pattern.test(said))?.[1] ?? null };
}

const NVIDIA = '10de';
const AMD = '1002';

/** Servers have a small graphics chip for their own screen, too, which is nobody's to rent. */
function isForCompute({ vendor_id }: Card): boolean {
  return vendor_id === NVIDIA || vendor_id === AMD;
}
