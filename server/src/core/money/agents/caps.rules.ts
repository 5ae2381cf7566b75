import type { AgentCap } from '@boreal/contract/errors/details.ts';
import { billingMonth } from '../../ground/calendar.rules.ts';

/** The limits of a key; null means no cap. Amounts in micro-CAD. */
export interface Caps {
  readonly serverHourlyCapMicros: bigint | null;
  readonly totalHourlyCapMicros: bigint | null;
  readonly serverCountCap: number | null;
  readonly monthCapMicros: bigint | null;
  readonly chargeCapMicros: bigint | null;
  readonly monthChargeCapMicros: bigint | null;
}

/** What was spent from the credit, and in which Toronto month. */
export interface KeySpending {
  readonly monthStart: Date;
  readonly monthSpentMicros: bigint;
}

/** What else runs for the key now. */
export interface KeyLoad {
  readonly servers: number;
  readonly hourlyMicros: bigint;
}

/** The credit that an action takes, and the rate of the server that it lets run from now on; null if it launches none. */
export interface CreditStep {
  readonly spendMicros: bigint;
  readonly hourlyMicros: bigint | null;
}

/** Spent from the credit in the month of `at`. */
export function keySpentAt(key: KeySpending, at: Date): bigint {
  return key.monthStart >= billingMonth(at).start ? key.monthSpentMicros : 0n;
}

/** The first cap that would be exceeded by launching one more server, or by letting one continue; null if none. */
export function creditCapReached(key: Caps & KeySpending, load: KeyLoad, step: CreditStep, at: Date): AgentCap | null {
  const { serverHourlyCapMicros, totalHourlyCapMicros, serverCountCap, monthCapMicros } = key;
  if (step.hourlyMicros !== null) {
    if (serverHourlyCapMicros !== null && step.hourlyMicros > serverHourlyCapMicros) return 'key server hour';
    if (totalHourlyCapMicros !== null && load.hourlyMicros + step.hourlyMicros > totalHourlyCapMicros) return 'key total hour';
    if (serverCountCap !== null && load.servers + 1 > serverCountCap) return 'key servers';
  }
  if (monthCapMicros !== null && keySpentAt(key, at) + step.spendMicros > monthCapMicros) return 'key month';
  return null;
}

/** The first cap that charging the card would exceed; null if none. Before tax; `charged` is for this month. */
export function chargeCapReached(key: Caps, charge: { amountMicros: bigint; chargedMicros: bigint }): AgentCap | null {
  const { chargeCapMicros, monthChargeCapMicros } = key;
  if (chargeCapMicros !== null && charge.amountMicros > chargeCapMicros) return 'key charge';
  if (monthChargeCapMicros !== null && charge.chargedMicros + charge.amountMicros > monthChargeCapMicros) return 'key month charges';
  return null;
}
