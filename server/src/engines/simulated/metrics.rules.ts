import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kit/clock.ts';
import type { MetricsSample, MetricsWindow } from '../engine.ts';
import { noiseAt, seedOf, unitAt } from './seeded.rules.ts';

/** A period in which a machine ran without a break; `endedAt` null: it is still running. */
export interface RunningPeriod {
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}

export interface MeasuredMachine {
  readonly seed: string;
  readonly serverId: string;
  /** In order of time, without overlap. */
  readonly periods: readonly RunningPeriod[];
}

/** How long a machine takes after its boot to reach its usual load. */
const RAMP_MS = MINUTE_MS;
const BURST_MS = 20 * MINUTE_MS;
const BURST_CHANCE = 0.12;

/** One sample at `from`, `from + step`, …; none after `now` and none while the machine did not run. */
export function samplesOf(machine: MeasuredMachine, window: MetricsWindow, now: Date): MetricsSample[] {
  if (!(window.stepSeconds > 0)) throw new RangeError(`A step of ${window.stepSeconds} seconds measures nothing.`);
  const load = loadOf(machine);
  const stepMs = window.stepSeconds * SECOND_MS;
  const lastMs = Math.min(window.to.getTime() - 1, now.getTime());
  const samples: MetricsSample[] = [];
  for (const period of machine.periods) {
    const startMs = period.startedAt.getTime();
    const endMs = Math.min(lastMs, period.endedAt === null ? lastMs : period.endedAt.getTime() - 1);
    const firstStep = Math.max(0, Math.ceil((startMs - window.from.getTime()) / stepMs));
    for (let ms = window.from.getTime() + firstStep * stepMs; ms <= endMs; ms += stepMs) {
      samples.push(load(ms, Math.min(1, (ms - startMs) / RAMP_MS)));
    }
  }
  return samples;
}

/** A machine's load at a moment: its own habits, a daily wave, noise, and occasional bursts of work. */
function loadOf(machine: MeasuredMachine): (ms: number, ramp: number) => MetricsSample {
  const own = seedOf(machine.seed, machine.serverId, 'metrics');
  const noiseOf = (name: string) => seedOf(machine.seed, machine.serverId, name);
  const cpuNoise = noiseOf('cpu');
  const cpuFlicker = noiseOf('cpu flicker');
  const burst = noiseOf('burst');
  const ramNoise = noiseOf('ram');
  const inNoise = noiseOf('network in');
  const outNoise = noiseOf('network out');
  const usualCpu = 15 + 30 * unitAt(own, 1);
  const waveCpu = 8 + 14 * unitAt(own, 2);
  const phase = unitAt(own, 3);
  const usualRam = 20 + 40 * unitAt(own, 4);
  const usualIn = 2 ** (15 + 6 * unitAt(own, 5));
  const usualOut = 2 ** (14 + 6 * unitAt(own, 6));

  return (ms, ramp) => {
    const wave = waveCpu * Math.sin(2 * Math.PI * (ms / DAY_MS + phase));
    const noise = 14 * (noiseAt(cpuNoise, ms / HOUR_MS) - 0.5) + 6 * (noiseAt(cpuFlicker, ms / MINUTE_MS) - 0.5);
    const slot = Math.floor(ms / BURST_MS);
    const bursting = unitAt(burst, slot) < BURST_CHANCE ? 25 + 35 * unitAt(burst, -slot) : 0;
    const cpu = ramp * clamp(usualCpu + wave + noise + bursting, { min: 1, max: 100 });
    const ram = ramp * clamp(usualRam + 24 * (noiseAt(ramNoise, ms / (6 * HOUR_MS)) - 0.5) + bursting / 6, { min: 4, max: 98 });
    const busy = 0.2 + cpu / 50;
    return {
      at: new Date(ms),
      cpu: round(cpu),
      ram: round(ram),
      networkIn: Math.round(ramp * usualIn * busy * 4 ** (noiseAt(inNoise, ms / (10 * MINUTE_MS)) - 0.5)),
      networkOut: Math.round(ramp * usualOut * busy * 4 ** (noiseAt(outNoise, ms / (10 * MINUTE_MS)) - 0.5)),
    };
  };
}

function clamp(value: number, limits: { min: number; max: number }): number {
  return Math.min(limits.max, Math.max(limits.min, value));
}

function round(percent: number): number {
  return Math.round(percent * 100) / 100;
}
