import { addMs, SECOND_MS } from '../../kit/clock.ts';
import type { EngineCause, ObservedBackup } from '../engine.ts';
import { seedOf, unitAt } from './seeded.rules.ts';

/** A backup; whether it is being made, ready or failed depends on the time. */
export interface SimulatedBackup {
  readonly backupId: string;
  readonly serverId: string;
  readonly startedAt: Date;
  readonly readyAt: Date;
  /** Why it ends in `failed`. */
  readonly failure: EngineCause | null;
  readonly sizeGb: number;
}

/** Seconds of product time that a backup takes. */
const SECONDS = { min: 40, max: 150 } as const;
/** How much of a 100 GB system disk is in use, in GB. */
const SIZE_GB = { min: 18, max: 64 } as const;

/** A backup's duration and size are derived from its id. */
export function beginBackup(
  of: { seed: string; serverId: string; backupId: string; slowFactor: number },
  how: { at: Date; failure: EngineCause | null },
): SimulatedBackup {
  const seed = seedOf(of.seed, of.backupId, 'backup');
  const seconds = of.slowFactor * between(SECONDS, unitAt(seed, 0));
  return {
    backupId: of.backupId,
    serverId: of.serverId,
    startedAt: how.at,
    readyAt: addMs(how.at, Math.round(seconds * SECOND_MS)),
    failure: how.failure,
    sizeGb: Math.round(10 * between(SIZE_GB, unitAt(seed, 1))) / 10,
  };
}

export function observedBackup(backup: SimulatedBackup, at: Date): ObservedBackup {
  const state = at < backup.readyAt ? 'creating' : backup.failure === null ? 'ready' : 'failed';
  return { backupId: backup.backupId, state, sizeGb: state === 'ready' ? backup.sizeGb : null };
}

export function noBackup(backupId: string): ObservedBackup {
  return { backupId, state: 'absent', sizeGb: null };
}

function between({ min, max }: { min: number; max: number }, unit: number): number {
  return min + (max - min) * unit;
}
