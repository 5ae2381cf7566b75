import type { MachineSize } from '../engine.ts';
import type { Flavor } from './cloud-shapes.ts';
import type { Layout } from './openstack-deps.ts';

const ALIAS = 'pci_passthrough:alias';

/** What a flavor must be for a machine of a size. */
export interface WantedFlavor {
  readonly vcpus: number;
  readonly ramMb: number;
  /** 0 where the system disk is a volume. */
  readonly diskGb: number;
  readonly ephemeralGb: number;
  /** GPUs as nova's aliases name them, such as `h100:8`; null: none. */
  readonly alias: string | null;
}

export function wantedFlavor(size: MachineSize, layout: Pick<Layout, 'gpuAliases' | 'systemDisk' | 'workDisk'>): WantedFlavor {
  const alias = layout.gpuAliases.get(size.gpuModel);
  return {
    vcpus: size.vcores,
    ramMb: size.ramGb * 1024,
    diskGb: layout.systemDisk === 'flavor' ? size.storageGb : 0,
    ephemeralGb: layout.workDisk === 'ephemeral' ? size.localStorageGb : 0,
    alias: alias === undefined ? null : `${alias}:${size.gpuCount}`,
  };
}

/** The flavor that an operator has named for machines of a model with so many GPUs. */
export function namedFlavor(size: MachineSize, layout: Pick<Layout, 'flavors'>): string | null {
  return layout.flavors.get(`${size.gpuModel}x${size.gpuCount}`) ?? null;
}

export function fits(flavor: Flavor, wanted: WantedFlavor): boolean {
  return (
    flavor.vcpus === wanted.vcpus &&
    flavor.ram === wanted.ramMb &&
    flavor.disk === wanted.diskGb &&
    flavor['OS-FLV-EXT-DATA:ephemeral'] === wanted.ephemeralGb &&
    (flavor.extra_specs[ALIAS] ?? null) === wanted.alias
  );
}

/** What nova is told to make such a flavor. */
export function newFlavor(wanted: WantedFlavor) {
  const { vcpus, ramMb, diskGb, ephemeralGb, alias } = wanted;
  const parts = [
    `${vcpus}c`,
    `${ramMb / 1024}g`,
    diskGb > 0 ? `${diskGb}d` : '',
    ephemeralGb > 0 ? `${ephemeralGb}e` : '',
    alias?.replace(':', 'x') ?? '',
  ];
  return {
    flavor: {
      name: ['boreal', ...parts.filter((part) => part !== '')].join('-'),
      vcpus,
      ram: ramMb,
      disk: diskGb,
      'OS-FLV-EXT-DATA:ephemeral': ephemeralGb,
      // Only whoever sells with it sees it.
      'os-flavor-access:is_public': false,
    },
    extra_specs: alias === null ? {} : { [ALIAS]: alias },
  };
}

/** For the operator: the command that makes such a flavor. */
export function flavorCommand({ vcpus, ramMb, diskGb, ephemeralGb, alias }: WantedFlavor, name: string): string {
  const gpus = alias === null ? '' : ` --property ${ALIAS}=${alias}`;
  const ephemeral = ephemeralGb === 0 ? '' : ` --ephemeral ${ephemeralGb}`;
  return `openstack flavor create ${name} --vcpus ${vcpus} --ram ${ramMb} --disk ${diskGb}${ephemeral}${gpus}`;
}
