/**
 * Inside Boreal, money is an integer count of micro-CAD (1 CAD = 1,000,000) in a bigint. On the wire it is a JSON number in CAD,
 * before tax, rounded once, here.
 */
export type Micros = bigint;

export const MICROS_PER_CAD = 1_000_000n;
const MICROS_PER_CENT = 10_000n;

/** A rate or a usage amount on the wire: CAD with up to six decimals. Throws when it is too large to be exact. */
export function toCad(micros: Micros): number {
  const number = Number(micros);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${micros} micro-CAD is too large for a JSON number`);
  return number / 1_000_000;
}

export function toCadOrNull(micros: Micros | null): number | null {
  return micros === null ? null : toCad(micros);
}

/** The same as a decimal text, exact whatever its size: "-3.99", "1000", "0.013685". */
export function toCadText(micros: Micros): string {
  const size = micros < 0n ? -micros : micros;
  const fraction = String(size % MICROS_PER_CAD)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return `${micros < 0n ? '-' : ''}${size / MICROS_PER_CAD}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The sum of rates on the wire: CAD with up to four decimals, as each of them has. */
export function toCadRate(micros: Micros): number {
  return toCad(prorate(micros, 1n, 100n) * 100n);
}

/** A balance on the wire: whole cents, rounded down, so that nobody sees a cent they cannot spend. */
export function toCadBalance(micros: Micros): number {
  const cents = micros / MICROS_PER_CENT - (micros % MICROS_PER_CENT < 0n ? 1n : 0n);
  return toCad(cents * MICROS_PER_CENT);
}

/** An amount due, on the wire: whole cents, rounded up, so that paying it is always enough. */
export function toCadDue(micros: Micros): number {
  return -toCadBalance(-micros);
}

/** An amount in CAD from the wire, as micro-CAD, rounded to the millionth. */
export function fromCad(cad: number): Micros {
  return BigInt(Math.round(cad * 1_000_000));
}

/** An amount typed by a person ("12", "3.99", "0.000001") as micro-CAD; null when it is not one. */
export function parseCad(text: string): Micros | null {
  const match = /^(-?)(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text.trim());
  if (!match) return null;
  const [, sign, whole = '0', fraction = ''] = match;
  const micros = BigInt(whole) * MICROS_PER_CAD + BigInt(fraction.padEnd(6, '0'));
  return sign === '-' ? -micros : micros;
}

/** `amount × numerator / denominator`, rounded half up, for non-negative amounts. */
export function prorate(amount: Micros, numerator: bigint, denominator: bigint): Micros {
  if (amount < 0n || numerator < 0n || denominator <= 0n) throw new RangeError('prorate takes amounts that are not negative');
  return (amount * numerator * 2n + denominator) / (denominator * 2n);
}
