import { addMs, SECOND_MS } from '../../kit/clock.ts';
import { EngineError, type MetricsSample, type MetricsWindow } from '../engine.ts';
import { READING_GAP_SECONDS, type AddressBook, type Reading, type ReadingBook } from '../engine-stores.ts';

// What core keeps in tables, kept in memory, so that an engine is tested by its port. `conformance-stores.ts` is what both must keep.

export interface GivenAddresses {
  readonly family: 'IPv4' | 'IPv6';
  readonly ips: readonly string[];
  /** The only host that can use them; null when any can. */
  readonly hostName: string | null;
}

export interface MemoryAddressBook extends AddressBook {
  add(given: GivenAddresses): void;
  /** The addresses that a server holds now. */
  heldBy(serverId: string): readonly string[];
}

interface Address {
  readonly ip: string;
  readonly family: GivenAddresses['family'];
  readonly hostName: string | null;
  serverId: string | null;
}

export function memoryAddressBook(): MemoryAddressBook {
  // Those that were released last are last.
  let addresses: Address[] = [];

  function release(which: (address: Address) => boolean): void {
    const released = addresses.filter(which);
    for (const address of released) address.serverId = null;
    addresses = [...addresses.filter((address) => !released.includes(address)), ...released];
  }

  function take(serverId: string, family: Address['family'], hostName: string): string | null {
    const ofFamily = addresses.filter((address) => address.family === family);
    const held = ofFamily.find((address) => address.serverId === serverId);
    const free = (of: string | null) => ofFamily.find((address) => address.serverId === null && address.hostName === of);
    const address = held ?? free(hostName) ?? free(null);
    if (!address) return null;
    address.serverId = serverId;
    return address.ip;
  }

  return {
    add: ({ family, ips, hostName }) => void addresses.push(...ips.map((ip) => ({ ip, family, hostName, serverId: null }))),
    heldBy: (serverId) => addresses.filter((address) => address.serverId === serverId).map(({ ip }) => ip),
    async hold(serverId, hostName) {
      const before = addresses.map((address) => ({ ...address }));
      release((address) => address.serverId === serverId && address.hostName !== null && address.hostName !== hostName);
      const ipv4 = take(serverId, 'IPv4', hostName);
      const ipv6 = take(serverId, 'IPv6', hostName);
      const given = addresses.some(({ family, hostName: of }) => family === 'IPv6' && (of === null || of === hostName));
      if (ipv4 !== null && (ipv6 !== null || !given)) return { ipv4, ipv6 };
      addresses = before;
      throw new EngineError('no_capacity', `No address is free for a machine on ${hostName}.`);
    },
    release: async (serverId) => release((address) => address.serverId === serverId),
  };
}

export interface MemoryReadingBook extends ReadingBook {
  count(serverId: string): number;
}

export function memoryReadingBook(): MemoryReadingBook {
  const kept = new Map<string, Map<number, Reading>>();
  return {
    async add(readings) {
      for (const reading of readings) {
        const ofServer = kept.get(reading.serverId) ?? new Map<number, Reading>();
        kept.set(reading.serverId, ofServer);
        if (!ofServer.has(reading.at.getTime())) ofServer.set(reading.at.getTime(), reading);
      }
    },
    samples: async (serverId, window) => samplesOf([...(kept.get(serverId)?.values() ?? [])], window),
    count: (serverId) => kept.get(serverId)?.size ?? 0,
  };
}

function samplesOf(readings: readonly Reading[], { from, to, stepSeconds }: MetricsWindow): MetricsSample[] {
  const inOrder = readings.filter(({ at }) => at < to).toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const rates = inOrder.flatMap((reading, n) => {
    const before = inOrder[n - 1];
    return before && reading.at >= from ? rateBetween(before, reading) : [];
  });
  const steps = Map.groupBy(rates, ({ at }) => Math.floor((at.getTime() - from.getTime()) / (stepSeconds * SECOND_MS)));
  return [...steps].map(([step, ofStep]) => {
    const sum = (of: (rate: Rate) => number) => ofStep.reduce((total, rate) => total + of(rate), 0);
    const seconds = sum((rate) => rate.seconds);
    return {
      at: addMs(from, step * stepSeconds * SECOND_MS),
      cpu: hundredths(Math.min(100, sum(({ cpu }) => cpu) / seconds)),
      ram: hundredths(Math.min(100, sum(({ ram }) => ram) / ofStep.length)),
      networkIn: Math.round(sum(({ networkIn }) => networkIn) / seconds),
      networkOut: Math.round(sum(({ networkOut }) => networkOut) / seconds),
    };
  });
}

type Rate = MetricsSample & { readonly seconds: number };

/** What happened between two readings; nothing when a boot lay between them, or a time in which nobody measured. */
function rateBetween(before: Reading, after: Reading): Rate[] {
  const seconds = (after.at.getTime() - before.at.getTime()) / SECOND_MS;
  const cpu = (100 * (after.cpuSeconds - before.cpuSeconds)) / after.vcores;
  const networkIn = after.receivedBytes - before.receivedBytes;
  const networkOut = after.sentBytes - before.sentBytes;
  if (seconds > READING_GAP_SECONDS || Math.min(cpu, networkIn, networkOut) < 0) return [];
  return [{ at: after.at, seconds, cpu, networkIn, networkOut, ram: 100 * (1 - after.memoryFreeBytes / after.memoryTotalBytes) }];
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
