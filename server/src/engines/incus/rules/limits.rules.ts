import type { Instance, InstanceState } from '../client/incus-shapes.ts';

const GIBIBYTE = 2 ** 30;
const NANOSECONDS = 1e9;

/**
 * The resources of which the machine has more than was configured, read back from Incus. Less is not a breach: a small host has no more. A
 * VM has what its hypervisor gave it, and can report anything about itself.
 */
export function exceededLimits(instance: Instance, state: InstanceState): readonly string[] {
  if (instance.type !== 'container') return [];
  const { config, devices } = instance;
  const found = [
    { name: 'limits.cpu', has: state.cpu.allocated_time / NANOSECONDS, set: Number(config['limits.cpu'] ?? NaN) },
    { name: 'limits.memory', has: state.memory.total, set: gibibytes(config['limits.memory']) },
    { name: 'root size', has: state.disk?.['root']?.total ?? 0, set: gibibytes(devices['root']?.['size']) },
  ];
  return found.filter(({ has, set }) => has > set).map(({ name, has, set }) => `${name}: ${has} instead of ${set}`);
}

/** NaN for anything that is not a number of gibibytes in our format: no value exceeds it. */
function gibibytes(text: string | undefined): number {
  const [, number] = /^(\d+)GiB$/.exec(text ?? '') ?? [];
  return number === undefined ? NaN : Number(number) * GIBIBYTE;
}
