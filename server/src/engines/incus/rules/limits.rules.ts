import type { Instance, InstanceState } from '../client/incus-shapes.ts';

const GIBIBYTE = 2 ** 30;
const NANOSECONDS = 1e9;

/**
 * Of what was sold, what the machine has more of than it was set to, read back from Incus. Less is no breach: a small host has no
 * more. A VM has what its hypervisor gave it, and says of itself what it likes.
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

/** NaN for what is not a number of gibibytes as we write it: nothing is more than that. */
function gibibytes(text: string | undefined): number {
  const [, number] = /^(\d+)GiB$/.exec(text ?? '') ?? [];
  return number === undefined ? NaN : Number(number) * GIBIBYTE;
}
