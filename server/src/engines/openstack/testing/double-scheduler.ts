import { Refusal } from './double-http.ts';
import type { Flavor, PretendedGpu, PretendedHost, Server } from './double-world.ts';

const CORES_RATIO = 16;
const MEMORY_RATIO = 1.5;
const MEMORY_RESERVED_MB = 512;
/** As nova's configuration calls the GPUs of its hosts. */
const ALIASES = ['h100'];

export interface Scheduler {
  /** A host with room for it, as it is wanted; null when there is none. */
  choose(server: Server, options?: { not?: PretendedHost; only?: PretendedHost | null }): PretendedHost | null;
  /** Gives it GPUs of the host. */
  claim(server: Server, host: PretendedHost): void;
  /** Takes its GPUs from it, on that host or on all. */
  release(server: Server, host?: PretendedHost): void;
  usageOf(host: PretendedHost): { VCPU: number; MEMORY_MB: number; DISK_GB: number };
}

/** Nova's scheduler, filters and PCI claims, as far as they are needed. */
export function createScheduler(hosts: readonly PretendedHost[], servers: () => Iterable<Server>): Scheduler {
  function usageOf(host: PretendedHost) {
    const usage = { VCPU: 0, MEMORY_MB: 0, DISK_GB: 0 };
    for (const server of servers()) {
      if (server.host !== host && server.movedFrom?.host !== host) continue;
      usage.VCPU += server.flavor.vcpus;
      usage.MEMORY_MB += server.flavor.ram;
      usage.DISK_GB += diskOf(server);
    }
    return usage;
  }

  function hasRoom(host: PretendedHost, server: Server): boolean {
    const { VCPU, MEMORY_MB, DISK_GB } = usageOf(host);
    return (
      VCPU + server.flavor.vcpus <= host.cores * CORES_RATIO &&
      MEMORY_MB + server.flavor.ram <= (host.memoryMb - MEMORY_RESERVED_MB) * MEMORY_RATIO &&
      DISK_GB + diskOf(server) <= host.diskGb &&
      freeGpus(host, server).length >= gpusOf(server.flavor)
    );
  }

  return {
    choose(server, { not, only } = {}) {
      const wanted = only === undefined ? server.wants.host : (only?.name ?? null);
      const fits = hosts.filter(
        (host) =>
          host !== not &&
          host.up &&
          host.enabled &&
          (wanted === null || host.name === wanted) &&
          (server.wants.zone === null || host.zone === server.wants.zone) &&
          hasRoom(host, server),
      );
      // The one with the most memory left, as nova weighs by default.
      const left = (host: PretendedHost) => host.memoryMb - usageOf(host).MEMORY_MB;
      return fits.toSorted((a, b) => left(b) - left(a))[0] ?? null;
    },
    claim(server, host) {
      for (const gpu of freeGpus(host, server).slice(0, gpusOf(server.flavor))) gpu.holder = server.id;
    },
    release(server, host) {
      for (const each of host ? [host] : hosts) for (const gpu of each.gpus) if (gpu.holder === server.id) gpu.holder = null;
    },
    usageOf,
  };
}

function freeGpus(host: PretendedHost, server: Server): PretendedGpu[] {
  return host.gpus.filter(({ holder }) => holder === null || holder === server.id);
}

/** A machine that boots from a volume has nothing on its host's disk but ephemeral disks. */
function diskOf({ root, flavor }: Server): number {
  return (root ? flavor.disk : 0) + flavor.ephemeral;
}

/** How many GPUs a flavor has. @throws Refusal: the alias is not in nova's configuration */
export function gpusOf({ extraSpecs }: Flavor): number {
  const [alias, count = '0'] = (extraSpecs['pci_passthrough:alias'] ?? '').split(':');
  if (!alias) return 0;
  if (!ALIASES.includes(alias)) throw new Refusal(400, `PCI alias ${alias} is not defined`);
  return Number(count);
}
