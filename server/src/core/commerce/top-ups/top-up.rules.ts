import { MICROS_PER_CAD, type Micros } from '@boreal/contract/values/money.ts';

/** A request's amount in whole cents, converted to micro-CAD: 25.5 is 25,500,000. */
export function centsToMicros(cad: number): Micros {
  return (BigInt(Math.round(cad * 100)) * MICROS_PER_CAD) / 100n;
}
