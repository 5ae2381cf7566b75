import type { ServiceName } from './double-http.ts';
import { newId, newPlainId, type Flavor, type PretendedHost, type Project, type Role, type User } from './double-world.ts';

const GPUS_PER_HOST = 8;

/**
 * A host for machines without GPUs, and two with eight pretended H100 each, as the disposable OpenStack has; and a small one to which
 * what is on the first can move, because nova looks in the same zone only.
 */
export function standardHosts(): PretendedHost[] {
  const gpus = () =>
    Array.from({ length: GPUS_PER_HOST }, (_, n) => ({ address: `0000:${(0x17 + 8 * n).toString(16)}:00.0`, holder: null }));
  return [
    pretendedHost({ name: 'kvm1', zone: 'az1', cores: 512, memoryMb: 4_000_000, diskGb: 100_000 }),
    pretendedHost({ name: 'gpu1', zone: 'gpu', cores: 224, memoryMb: 2_000_000, diskGb: 60_000, gpus: gpus() }),
    pretendedHost({ name: 'gpu2', zone: 'gpu', cores: 224, memoryMb: 2_000_000, diskGb: 60_000, gpus: gpus() }),
    pretendedHost({ name: 'kvm2', zone: 'az1', cores: 64, memoryMb: 200_000, diskGb: 20_000 }),
  ];
}

export function pretendedHost(
  of: Pick<PretendedHost, 'name' | 'zone' | 'cores' | 'memoryMb' | 'diskGb'> & Partial<Pick<PretendedHost, 'gpus'>>,
): PretendedHost {
  return { id: newId(), gpus: [], up: true, enabled: true, ...of };
}

/** The same flavors as the disposable OpenStack has. */
export function standardFlavors(): Flavor[] {
  const flavor = (name: string, size: Pick<Flavor, 'vcpus' | 'ram' | 'disk'>, extraSpecs: Record<string, string> = {}): Flavor => ({
    id: newId(),
    name,
    ...size,
    ephemeral: 0,
    swap: 0,
    isPublic: true,
    description: null,
    extraSpecs,
  });
  return [
    flavor('lab.nano', { vcpus: 1, ram: 192, disk: 1 }),
    flavor('lab.tiny', { vcpus: 1, ram: 512, disk: 3 }),
    flavor('lab.small', { vcpus: 2, ram: 1024, disk: 5 }),
    ...[1, 2, 4, 8].map((count) =>
      flavor(`lab.h100x${count}`, { vcpus: 24 * count, ram: 200 * 1024 * count, disk: 100 }, { 'pci_passthrough:alias': `h100:${count}` }),
    ),
  ];
}

export function projectNamed(name: string): Project {
  return { id: newPlainId(), name };
}

export function userOf(name: string, project: Project, role: Role): User & { readonly domain: 'Default' } {
  return { id: newPlainId(), name, password: newPlainId(), project, role, domain: 'Default' };
}

export const CATALOG: readonly { type: string; name: string; service: ServiceName; path: (projectId: string) => string }[] = [
  { type: 'identity', name: 'keystone', service: 'identity', path: () => '/v3/' },
  { type: 'compute', name: 'nova', service: 'compute', path: () => '/v2.1' },
  { type: 'network', name: 'neutron', service: 'network', path: () => '' },
  { type: 'image', name: 'glance', service: 'image', path: () => '' },
  { type: 'volumev3', name: 'cinderv3', service: 'volume', path: (projectId) => `/v3/${projectId}` },
  { type: 'placement', name: 'placement', service: 'placement', path: () => '' },
];
