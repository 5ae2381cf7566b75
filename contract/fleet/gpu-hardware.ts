/** What a GPU reports about itself. Its model is recognised by this, never by part of a name. */
export interface GpuHardware {
  /** PCI vendor and product id, in lowercase, such as `10de:2330`. */
  readonly pciId: string;
  /** Its name in the driver, such as `NVIDIA A16`; null where the vendor's driver is not loaded, as for virtual machines. */
  readonly driverName: string | null;
}

/** How a model is recognised from a GPU. */
export interface KnownGpu {
  readonly pciId: string;
  /** The model's slug in the catalog. */
  readonly model: string;
  /** Where several models share a PCI id: this one's full name in the driver. */
  readonly driverName?: string;
}

/**
 * The slug of a GPU's model; null if unknown. `declared`: the operator's own models, which take precedence over the built-in ones. Only
 * the driver's name tells GPUs with the same id apart: without a driver they are unknown.
 */
export function modelOfGpu({ pciId, driverName }: GpuHardware, declared: readonly KnownGpu[] = []): string | null {
  for (const known of [declared, knownGpus]) {
    const sameId = known.filter((gpu) => gpu.pciId === pciId);
    const named = sameId.find((gpu) => gpu.driverName !== undefined && gpu.driverName === driverName);
    const found = named ?? sameId.find((gpu) => gpu.driverName === undefined);
    if (found) return found.model;
  }
  return null;
}

/** Whether the GPU needs NVIDIA's driver inside a container. */
export function isNvidia({ pciId }: Pick<GpuHardware, 'pciId'>): boolean {
  return pciId.startsWith('10de:');
}

/** How an engine addresses one GPU: by its PCI address, or a slice of it by `address/MIG-uuid`. */
export function isSlice(device: string): boolean {
  return /^[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-9a-f]\/MIG-[0-9a-f-]+$/i.test(device);
}

/** Addresses every GPU of a kind at once, as `vendor:product`. */
export function isWholeKind(device: string): boolean {
  return /^[0-9a-f]{4}:[0-9a-f]{4}$/i.test(device);
}

/**
 * The slug under which slices of a model are sold: for h100-sxm and NVIDIA's `1g.10gb`, h100-sxm-mig-1g-10gb. A slice is not the whole
 * GPU, so it is a model of its own.
 */
export function sliceModel(model: string, profile: string): string {
  return `${model}-mig-${profile.toLowerCase().replace(/[^0-9a-z]+/g, '-')}`;
}

/** The size of a slice in NVIDIA's notation, such as `1g.10gb`, from its model's slug; null for a model of whole GPUs. */
export function sliceProfile(model: string): string | null {
  const [, compute, memory, more] = /-mig-(\d+g)-(\d+gb)(-[0-9a-z-]+)?$/.exec(model) ?? [];
  return compute === undefined || memory === undefined ? null : `${compute}.${memory}${more?.replaceAll('-', '+') ?? ''}`;
}

/** As the PCI ID Project and NVIDIA's driver list them: each product is its own model, because their values differ. */
export const knownGpus: readonly KnownGpu[] = [
  { pciId: '10de:1db1', model: 'v100-sxm2-16gb' },
  { pciId: '10de:1df5', model: 'v100-sxm2-16gb' },
  { pciId: '10de:1db5', model: 'v100-sxm2-32gb' },
  { pciId: '10de:1db4', model: 'v100-pcie-16gb' },
  { pciId: '10de:1db6', model: 'v100-pcie-32gb' },
  { pciId: '10de:1eb8', model: 't4' },
  { pciId: '10de:20b0', model: 'a100-sxm-40gb' },
  { pciId: '10de:20b0', model: 'a100-pg509', driverName: 'NVIDIA A100-PG509-200' },
  { pciId: '10de:20b2', model: 'a100-80gb' },
  { pciId: '10de:20f1', model: 'a100-pcie-40gb' },
  { pciId: '10de:20b1', model: 'a100-pcie-40gb' },
  { pciId: '10de:20b5', model: 'a100-pcie-80gb' },
  { pciId: '10de:20b7', model: 'a30' },
  { pciId: '10de:2235', model: 'a40' },
  { pciId: '10de:2236', model: 'a10' },
  { pciId: '10de:2237', model: 'a10g' },
  { pciId: '10de:25b6', model: 'a16', driverName: 'NVIDIA A16' },
  { pciId: '10de:25b6', model: 'a2', driverName: 'NVIDIA A2' },
  { pciId: '10de:2230', model: 'rtx-a6000' },
  { pciId: '10de:2330', model: 'h100-sxm' },
  { pciId: '10de:2331', model: 'h100-pcie' },
  { pciId: '10de:2321', model: 'h100-nvl' },
  { pciId: '10de:2339', model: 'h100-sxm-94gb' },
  { pciId: '10de:2324', model: 'h800-sxm' },
  { pciId: '10de:2322', model: 'h800-pcie' },
  { pciId: '10de:2329', model: 'h20' },
  { pciId: '10de:2335', model: 'h200-sxm' },
  { pciId: '10de:233b', model: 'h200-nvl' },
  { pciId: '10de:2342', model: 'gh200-96gb' },
  { pciId: '10de:2348', model: 'gh200-144gb' },
  { pciId: '10de:26b9', model: 'l40s' },
  { pciId: '10de:26b5', model: 'l40' },
  { pciId: '10de:26ba', model: 'l20' },
  { pciId: '10de:27b8', model: 'l4' },
  { pciId: '10de:27b6', model: 'l2' },
  { pciId: '10de:26b1', model: 'rtx-6000-ada' },
  { pciId: '10de:2204', model: 'rtx-3090' },
  { pciId: '10de:2684', model: 'rtx-4090' },
  { pciId: '10de:2b85', model: 'rtx-5090' },
  { pciId: '10de:2bb5', model: 'rtx-pro-6000' },
  { pciId: '10de:2bb1', model: 'rtx-pro-6000-workstation' },
  { pciId: '10de:2bb4', model: 'rtx-pro-6000-max-q' },
  { pciId: '10de:2901', model: 'b200-sxm' },
  { pciId: '10de:29bc', model: 'b100-sxm' },
  { pciId: '10de:2941', model: 'gb200' },
  { pciId: '10de:3182', model: 'b300-sxm' },
  { pciId: '10de:31c2', model: 'gb300' },
  { pciId: '1002:740f', model: 'mi210' },
  { pciId: '1002:7408', model: 'mi250x' },
  { pciId: '1002:74a0', model: 'mi300a' },
  { pciId: '1002:74a1', model: 'mi300x' },
  { pciId: '1002:74a5', model: 'mi325x' },
  { pciId: '1002:75a0', model: 'mi350x' },
  { pciId: '1002:75a3', model: 'mi355x' },
];
