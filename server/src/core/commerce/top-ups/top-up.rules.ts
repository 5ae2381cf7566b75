import { MICROS_PER_CAD, type Micros } from '@boreal/contract/values/money.ts';

/** An amount in whole cents, as a request gives it, in micro-CAD: 25.5 is 25,500,000. */
export function centsToMicros(cad: number): Micros {
  return (BigInt(Math.round(cad * 100)) * MICROS_PER_CAD) / 100n;
}
