/** Facts about a GPU from its manufacturer's data sheet. Rates are for one GPU, without sparsity. */
export interface GpuFacts {
  readonly architecture: string;
  readonly memoryType: string;
  /** GB/s. */
  readonly bandwidth: number;
  /** TFLOPS of 16-bit floating point numbers, accumulated in 32 bits. */
  readonly tflops16: number;
  /** TFLOPS of 8-bit floating point numbers; null if the GPU has none. */
  readonly tflops8: number | null;
  /** How the GPUs of a server are connected; null if the name does not say which variant it is. */
  readonly link: GpuLink | null;
}

export interface GpuLink {
  readonly kind: 'NVLink' | 'Infinity Fabric' | 'PCIe';
  /** Both directions together. */
  readonly gbPerSecond: number;
}

const nvlink = (gbPerSecond: number): GpuLink => ({ kind: 'NVLink', gbPerSecond });
const pcie = (gbPerSecond: number): GpuLink => ({ kind: 'PCIe', gbPerSecond });
const fabric: GpuLink = { kind: 'Infinity Fabric', gbPerSecond: 896 };

/** Slug and name as operators write them, memory of one GPU in GB, architecture, type of memory, GB/s, TFLOPS of 16 and of 8 bits, link. */
type Row = readonly [RegExp, number, string, string, number, number, number | null, GpuLink | null];

/** Narrower names come before wider ones. */
const rows: readonly Row[] = [
  [/\bB200\b/i, 180, 'Blackwell', 'HBM3e', 7700, 2250, 4500, nvlink(1800)],
  [/\bH200 NVL\b/i, 141, 'Hopper', 'HBM3e', 4800, 835, 1671, nvlink(900)],
  [/\bH200\b.*\bSXM/i, 141, 'Hopper', 'HBM3e', 4800, 989, 1979, nvlink(900)],
  [/\bH100 NVL\b/i, 94, 'Hopper', 'HBM3', 3900, 835, 1671, nvlink(600)],
  [/\bH100\b.*\bPCIe\b/i, 80, 'Hopper', 'HBM2e', 2000, 756, 1513, pcie(128)],
  [/\bH100\b.*\bSXM/i, 80, 'Hopper', 'HBM3', 3350, 989, 1979, nvlink(900)],
  // The card that a new installation sells under this name, and recognizes on the bus.
  [/^a100-80gb /, 80, 'Ampere', 'HBM2e', 2039, 312, null, nvlink(600)],
  [/\bA100\b.*\bSXM/i, 80, 'Ampere', 'HBM2e', 2039, 312, null, nvlink(600)],
  [/\bA100\b.*\bSXM/i, 40, 'Ampere', 'HBM2', 1555, 312, null, nvlink(600)],
  [/\bA100\b.*\bPCIe\b/i, 80, 'Ampere', 'HBM2e', 1935, 312, null, pcie(64)],
  [/\bA100\b/i, 80, 'Ampere', 'HBM2e', 1935, 312, null, null],
  [/\bA100\b/i, 40, 'Ampere', 'HBM2', 1555, 312, null, null],
  [/\bRTX PRO 6000\b/i, 96, 'Blackwell', 'GDDR7', 1597, 500, 1000, pcie(128)],
  [/\bRTX 6000 Ada\b/i, 48, 'Ada Lovelace', 'GDDR6', 960, 364, 728, pcie(64)],
  [/\bL40S\b/i, 48, 'Ada Lovelace', 'GDDR6', 864, 362, 733, pcie(64)],
  [/\bL40\b/i, 48, 'Ada Lovelace', 'GDDR6', 864, 181, 362, pcie(64)],
  [/\bL4\b/i, 24, 'Ada Lovelace', 'GDDR6', 300, 121, 242, pcie(64)],
  [/\bA40\b/i, 48, 'Ampere', 'GDDR6', 696, 150, null, pcie(64)],
  [/\bA30\b/i, 24, 'Ampere', 'HBM2', 933, 165, null, pcie(64)],
  [/\bA10\b/i, 24, 'Ampere', 'GDDR6', 600, 125, null, pcie(64)],
  [/\bA6000\b/i, 48, 'Ampere', 'GDDR6', 768, 155, null, pcie(64)],
  [/\bRTX 5090\b/i, 32, 'Blackwell', 'GDDR7', 1792, 210, 419, pcie(128)],
  [/\bRTX 4090\b/i, 24, 'Ada Lovelace', 'GDDR6X', 1008, 165, 330, pcie(64)],
  [/\bRTX 3090\b/i, 24, 'Ampere', 'GDDR6X', 936, 71, null, pcie(64)],
  [/\bV100\b.*\bSXM/i, 32, 'Volta', 'HBM2', 900, 125, null, nvlink(300)],
  [/\bV100\b.*\bSXM/i, 16, 'Volta', 'HBM2', 900, 125, null, nvlink(300)],
  [/\bT4\b/i, 16, 'Turing', 'GDDR6', 300, 65, null, pcie(32)],
  [/\bMI325X\b/i, 256, 'CDNA 3', 'HBM3e', 6000, 1307, 2615, fabric],
  [/\bMI300X\b/i, 192, 'CDNA 3', 'HBM3', 5300, 1307, 2615, fabric],
];

/**
 * The facts of a model that the operator sells, found by its slug or name and the memory of one GPU. Null for any other, and for a part of
 * a GPU (MIG), which has only part of its speed.
 */
export function factsOf(model: { readonly slug: string; readonly name: string; readonly memoryGb: number }): GpuFacts | null {
  const text = `${model.slug} ${model.name}`;
  if (/\bMIG\b/i.test(text)) return null;
  const row = rows.find(([name, memoryGb]) => name.test(text) && memoryGb === model.memoryGb);
  if (row === undefined) return null;
  const [, , architecture, memoryType, bandwidth, tflops16, tflops8, link] = row;
  return { architecture, memoryType, bandwidth, tflops16, tflops8, link };
}
