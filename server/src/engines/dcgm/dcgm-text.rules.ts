import type { GpuReading } from '../gpu-exporter.ts';

const LINE = /^(DCGM_FI_DEV_\w+)\{(.*)\}\s+(\S+)/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;
/** DCGM reports an unknown value as a number near the largest one. */
const BLANK = 2 ** 46;

type Figures = { [field in 'XID_ERRORS' | 'ECC_DBE_VOL_TOTAL' | 'ROW_REMAP_FAILURE' | 'PCIE_REPLAY_COUNTER']?: number };

/**
 * The metrics of NVIDIA's DCGM exporter, in Prometheus' text format, by GPU. Slices of one GPU (MIG) have separate lines: the largest value
 * counts. GPUs without a PCI address in their labels cannot be told apart, and are left out.
 */
export function readDcgmText(text: string): GpuReading[] {
  const gpus = new Map<string, Figures>();
  for (const line of text.split('\n')) {
    const [, name, labels = '', told] = LINE.exec(line) ?? [];
    const address = [...labels.matchAll(LABEL)].find(([, label]) => label === 'pci_bus_id')?.[2];
    const field = name?.slice('DCGM_FI_DEV_'.length);
    if (address === undefined || !isWatched(field)) continue;
    const device = deviceOf(address);
    const figures = gpus.get(device) ?? {};
    gpus.set(device, figures);
    const value = Number(told);
    if (Number.isFinite(value) && value >= 0 && value < BLANK) figures[field] = Math.max(figures[field] ?? 0, Math.trunc(value));
  }
  return [...gpus].map(([device, figures]) => ({
    device,
    xid: figures.XID_ERRORS ?? 0,
    eccErrors: figures.ECC_DBE_VOL_TOTAL ?? 0,
    rowRemapFailed: (figures.ROW_REMAP_FAILURE ?? 0) > 0,
    replays: figures.PCIE_REPLAY_COUNTER ?? null,
  }));
}

function isWatched(field: string | undefined): field is keyof Figures {
  return field === 'XID_ERRORS' || field === 'ECC_DBE_VOL_TOTAL' || field === 'ROW_REMAP_FAILURE' || field === 'PCIE_REPLAY_COUNTER';
}

/** DCGM writes the PCI domain with eight digits, everyone else with four. */
function deviceOf(address: string): string {
  return address.toLowerCase().replace(/^0000(?=[0-9a-f]{4}:)/, '');
}
