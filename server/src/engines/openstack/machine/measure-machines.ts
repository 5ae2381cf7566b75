import { MINUTE_MS, SECOND_MS } from '../../../kit/clock.ts';
import type { Reading } from '../../engine-stores.ts';
import type { CloudClient } from '../cloud/cloud-client.ts';
import { isConflict, isForbidden, isNotFound } from '../cloud/cloud-errors.ts';
import { Diagnostics, type CloudServer } from '../cloud/cloud-shapes.ts';
import { isSilent } from './look.ts';
import type { OpenstackDeps } from '../openstack-deps.ts';

/** The most concurrent requests for machines: nova asks each one's host. */
const AT_ONCE = 8;
const MEBIBYTE = 2 ** 20;
/** Nova's own timeout for a hanging host is a minute or more. */
const ANSWER_MS = 10 * SECOND_MS;

/**
 * The current usage of every running machine. Nova has no list of it: it takes a call for each. One without a timely answer delays no
 * other: what is known when the time is over is returned, and the next round begins with another machine.
 */
export async function measureMachines(
  { client, clock, log }: Pick<OpenstackDeps, 'clock' | 'log'> & { readonly client: Pick<CloudClient, 'read'> },
  machines: readonly { readonly serverId: string; readonly server: CloudServer }[],
  signal: AbortSignal,
  answerMs = ANSWER_MS,
): Promise<Reading[]> {
  const running = machines.filter(({ server }) => server.status === 'ACTIVE' && !isSilent(server.host_status));
  const first = Math.floor(clock.now().getTime() / MINUTE_MS) % Math.max(1, running.length);
  const waiting = [...running.slice(first), ...running.slice(0, first)];
  const readings: Reading[] = [];
  async function next(): Promise<void> {
    for (let one = waiting.shift(); one !== undefined && !signal.aborted; one = waiting.shift()) {
      const { serverId, server } = one;
      try {
        const answered = AbortSignal.any([signal, AbortSignal.timeout(answerMs)]);
        const said = await client.read('compute', `/servers/${server.id}/diagnostics`, Diagnostics, answered);
        const reading = readingOf(said, { serverId, server, at: clock.now() });
        if (reading) readings.push(reading);
      } catch (error) {
        if (isForbidden(error)) throw error;
        // It has stopped meanwhile, or its host does not answer: the others are still measured.
        if (!isConflict(error) && !isNotFound(error)) log.warn({ err: error, serverId }, 'a machine could not be measured');
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return readings;
}

/** Null if the hypervisor does not report its CPU time. */
export function readingOf(
  {
    cpu_details: cpus,
    nic_details: nics,
    memory_details: memory,
  }: Pick<ReturnType<typeof Diagnostics.parse>, 'cpu_details' | 'nic_details' | 'memory_details'>,
  { serverId, server, at }: { serverId: string; server: CloudServer; at: Date },
): Reading | null {
  const nanoseconds = cpus.map(({ time }) => time ?? null).filter((time) => time !== null);
  if (nanoseconds.length === 0) return null;
  const sum = (numbers: readonly (number | null | undefined)[]) => numbers.reduce<number>((total, n) => total + (n ?? 0), 0);
  const totalMb = memory?.maximum || server.flavor.ram;
  return {
    serverId,
    at,
    cpuSeconds: sum(nanoseconds) / 1e9,
    vcores: cpus.length,
    memoryTotalBytes: totalMb * MEBIBYTE,
    memoryFreeBytes: Math.max(0, totalMb - (memory?.used ?? 0)) * MEBIBYTE,
    receivedBytes: sum(nics.map(({ rx_octets }) => rx_octets)),
    sentBytes: sum(nics.map(({ tx_octets }) => tx_octets)),
  };
}
