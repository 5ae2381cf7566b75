import { PRICE_TOLERANCE_CAD } from '@boreal/contract/servers/backups.ts';
import { toCad, type Micros } from '@boreal/contract/values/money.ts';
import { AppError } from '../../../kit/errors.ts';

/** Throws PRICE_CHANGED if the amount differs from what the caller expects (CAD); ignores a difference of half a cent. */
export function requireExpected(expectedCad: number | undefined, actualMicros: Micros): void {
  if (expectedCad === undefined) return;
  const actualCad = toCad(actualMicros);
  // Compared in micro-CAD, where half a cent is a whole number.
  const differenceMicros = Math.abs(Math.round(expectedCad * 1e6) - Math.round(actualCad * 1e6));
  if (differenceMicros > PRICE_TOLERANCE_CAD * 1e6) throw new AppError('PRICE_CHANGED', { expectedCad, actualCad });
}
