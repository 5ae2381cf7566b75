import { join } from 'node:path';
import { memberName } from '../../../../../dev/incus/cluster.ts';
import { lab as furniture } from '../../../../../dev/incus/furnish.ts';
import { inside, type Lab } from '../../../../../dev/incus/lab.ts';
import type { ConformanceKit } from '../../conformance-kit.ts';

/** A PCI address at which no machine has a GPU. */
export const NO_CARD = '0000:ff:1f.7';

/** A host of which nothing more can be stored: what is reserved on btrfs is taken without being written. */
export function fullDiskOf(lab: Lab): NonNullable<NonNullable<ConformanceKit['faults']>['fullDisk']> {
  const pool = join(lab.dir, 'incus', 'storage-pools', furniture.storagePool);
  const sizes = ['8G', '4G', '2G', '1G', '512M', '256M', '128M', '64M', '32M'];
  return {
    full: async () => {
      const reserve = sizes.map((size) => `fallocate -l ${size} ${pool}/full-${size} 2>/dev/null || true`);
      // The rest is written until there is no room, which is an error of dd.
      inside(lab, ['sh', '-c', [...reserve, `dd if=/dev/zero of=${pool}/full bs=64K 2>/dev/null || sync`].join('\n')]);
    },
    cleared: async () => void inside(lab, ['sh', '-c', `rm -f ${pool}/full ${pool}/full-*; sync`]),
  };
}

/** A member whose Incus is away; its guests run on. */
export function lostHostsOf(labs: readonly Lab[]): NonNullable<NonNullable<ConformanceKit['faults']>['lostHosts']> {
  const of = (hostName: string) => labs[labs.findIndex((_, n) => memberName(n) === hostName)];
  return {
    hostLost: async (hostName) => of(hostName)?.holdIncus(),
    hostBack: async (hostName) => of(hostName)?.releaseIncus(),
  };
}
