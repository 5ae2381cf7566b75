import type { MachineSize } from '../../engine.ts';
import type { Flavor } from '../cloud/cloud-shapes.ts';
import { disksOf } from '../machine-disks.rules.ts';
import type { Layout } from '../openstack-deps.ts';

const ALIAS = 'pci_passthrough:alias';

/** What a flavor must have for a machine of a size. */
export interface WantedFlavor {
  readonly vcpus: number;
  readonly ramMb: number;
  /** 0 if the system disk is a volume. */
  readonly diskGb: number;
  readonly ephemeralGb: number;
  /** GPUs by nova's alias, such as `h100:8`; null: none. */
  readonly alias: string | null;
}

export function wantedFlavor(size: MachineSize, layout: Pick<Layout, 'gpuAliases' | 'systemDisks' | 'workDisks'>): WantedFlavor {
  const { systemDisk, workDisk } = disksOf(size, layout);
  const alias = size.withGpus ? layout.gpuAliases.get(size.gpuModel) : undefined;
  return {
    vcpus: size.vcores,
    ramMb: size.ramGb * 1024,
    diskGb: systemDisk === 'flavor' ? size.storageGb : 0,
    ephemeralGb: workDisk === 'ephemeral' ? size.localStorageGb : 0,
    alias: alias === undefined ? null : `${alias}:${size.gpuCount}`,
  };
}

/** GPUs are sold, but the configuration has no alias for them in nova: no flavor that is found or made gives any. */
export function lacksAlias(size: MachineSize, layout: Pick<Layout, 'gpuAliases'>): boolean {
  return size.withGpus && !layout.gpuAliases.has(size.gpuModel);
}

/** The flavor that an operator has named for machines with this model and number of GPUs. */
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

/** The devices that a flavor gives, by nova's alias. */
export function aliasesOf(specs: Readonly<Record<string, string>>): ReadonlyMap<string, number> {
  const aliases = (specs[ALIAS] ?? '').split(',').filter((alias) => alias !== '');
  return new Map(aliases.map((alias) => [alias.split(':')[0] ?? '', Number(alias.split(':')[1] ?? 1)]));
}

/**
 * Whether an operator's named flavor gives the GPUs that are sold. In someone else's cloud one without an alias is trusted: providers have
 * other ways to give GPUs, and do not show all of them.
 */
export function givesGpus(flavor: Flavor, size: MachineSize, layout: Pick<Layout, 'whose' | 'gpuAliases'>): boolean {
  const aliases = aliasesOf(flavor.extra_specs);
  if (!size.withGpus) return aliases.size === 0;
  if (aliases.size === 0) return layout.whose === 'theirs';
  const alias = layout.gpuAliases.get(size.gpuModel);
  return alias === undefined ? [...aliases.values()].includes(size.gpuCount) : aliases.get(alias) === size.gpuCount;
}

/** Advice for the operator about a flavor that does not. */
export function wrongGpus(flavor: Flavor, size: MachineSize, layout: Pick<Layout, 'gpuAliases'>): string {
  const said = flavor.extra_specs[ALIAS];
  const has = said === undefined ? `no ${ALIAS}` : `${ALIAS}=${said}`;
  if (!size.withGpus)
    return `OPENSTACK_FLAVORS names ${flavor.name} for ${size.gpuModel} in a pool without GPUs, and it has ${has}. Name one without.`;
  const wanted = `${layout.gpuAliases.get(size.gpuModel) ?? 'ALIAS'}:${size.gpuCount}`;
  return `OPENSTACK_FLAVORS names ${flavor.name} for ${size.gpuCount} × ${size.gpuModel}, and it has ${has}, so its machines would not have the GPUs that are sold. Give them: openstack flavor set ${flavor.name} --property ${ALIAS}=${wanted}. Or name another.`;
}

/** Advice for the operator: the configuration has no alias for a model's GPUs in nova. */
export function aliasMissing({ gpuModel }: Pick<MachineSize, 'gpuModel'>): string {
  return `Boreal does not know what nova calls GPUs of ${gpuModel}, so no flavor has them. Set OPENSTACK_GPU_ALIASES=${gpuModel}=ALIAS, as [pci] alias in nova.conf names them.`;
}

/** Nova's request for making such a flavor. */
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
      // Only projects with access see it.
      'os-flavor-access:is_public': false,
    },
    extra_specs: alias === null ? {} : { [ALIAS]: alias },
  };
}

/** The command with which the operator makes such a flavor. */
export function flavorCommand({ vcpus, ramMb, diskGb, ephemeralGb, alias }: WantedFlavor, name: string): string {
  const gpus = alias === null ? '' : ` --property ${ALIAS}=${alias}`;
  const ephemeral = ephemeralGb === 0 ? '' : ` --ephemeral ${ephemeralGb}`;
  return `openstack flavor create ${name} --vcpus ${vcpus} --ram ${ramMb} --disk ${diskGb}${ephemeral}${gpus}`;
}
