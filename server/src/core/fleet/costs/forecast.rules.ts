import { prorate } from '@boreal/contract/values/money.ts';
import { HOUR_MS } from '../../../kit/clock.ts';

interface Present {
  readonly at: Date;
  readonly monthEnd: Date;
  readonly monthSpentMicros: bigint;
  readonly monthLimitMicros: bigint | null;
  readonly perHourMicros: bigint;
}

/** What a month will cost at its present rate, and after how many hours it reaches its limit; null: not this month. */
export function forecastOf({ at, monthEnd, monthSpentMicros, monthLimitMicros, perHourMicros }: Present) {
  const leftMs = BigInt(monthEnd.getTime() - at.getTime());
  const expectedMicros = monthSpentMicros + prorate(perHourMicros, leftMs, BigInt(HOUR_MS));
  const isMet = monthLimitMicros !== null && expectedMicros > monthLimitMicros;
  if (!isMet) return { expectedMicros, hoursToLimit: null };
  const room = monthLimitMicros - monthSpentMicros;
  return { expectedMicros, hoursToLimit: room <= 0n ? 0 : Number(room) / Number(perHourMicros) };
}
