import type { HouseHealth } from '@boreal/contract/operator/oversight.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../kit/clock.ts';
import type { DatabaseCopies } from '../../ground/ctx.ts';

// These thresholds are the same as those of the alerts: docs/monitoring/boreal.rules.yml.
const METER_BEHIND_MS = 15 * MINUTE_MS;
const PROOF_OLD_MS = 2 * DAY_MS;
const COPY_OLD_MS = 26 * HOUR_MS;

export interface SeenHealth {
  readonly now: Date;
  readonly wall: Date;
  /** How much faster than real time the product's clock runs. */
  readonly scale: number;
  readonly billedThrough: Date;
  readonly hoursUnbilled: number;
  readonly proof: { readonly provenAt: Date; readonly broken: number } | null;
  readonly copies: DatabaseCopies;
}

/** Whether hours are billed, the ledger holds and the database is backed up. */
export function judgeHealth({ now, wall, scale, billedThrough, hoursUnbilled, proof, copies }: SeenHealth): HouseHealth {
  const behindMs = Math.max(0, now.getTime() - billedThrough.getTime()) / Math.max(1, scale);
  return {
    meter: { state: behindMs > METER_BEHIND_MS ? 'wrong' : 'right', behindSeconds: Math.floor(behindMs / SECOND_MS) },
    hours: { state: hoursUnbilled > 0 ? 'wrong' : 'right', unbilled: hoursUnbilled },
    ledger: { state: ledgerState(proof, now), provenAt: proof?.provenAt.toISOString() ?? null, broken: proof?.broken ?? 0 },
    copies: judgeCopies(copies, wall),
  };
}

function ledgerState(proof: SeenHealth['proof'], now: Date): HouseHealth['ledger']['state'] {
  if (proof === null) return 'unknown';
  return proof.broken > 0 || now.getTime() - proof.provenAt.getTime() > PROOF_OLD_MS ? 'wrong' : 'right';
}

function judgeCopies(copies: DatabaseCopies, wall: Date): HouseHealth['copies'] {
  const none = { newestAt: null, ageSeconds: null } as const;
  if (copies.keptBy === 'nobody') return { state: 'wrong', keptBy: 'nobody', ...none };
  if (copies.keptBy === 'others') return { state: 'unknown', keptBy: 'others', ...none };
  const newest = copies.newest();
  if (!newest) return { state: newest === null ? 'wrong' : 'unknown', keptBy: 'boreal', ...none };
  const ageMs = Math.max(0, wall.getTime() - newest.getTime());
  const state = ageMs > COPY_OLD_MS ? 'wrong' : 'right';
  return { state, keptBy: 'boreal', newestAt: newest.toISOString(), ageSeconds: Math.floor(ageMs / SECOND_MS) };
}
