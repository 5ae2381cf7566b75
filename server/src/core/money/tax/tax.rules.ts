import { prorate, toCad, type Micros } from '@boreal/contract/values/money.ts';
import type { TaxLine } from '@boreal/contract/billing/payments.ts';
import type { Province } from '@boreal/contract/account/profile.ts';
import { taxLabel } from '@boreal/contract/billing/tax-names.ts';
import { z } from 'zod';
import { taxTable, TAX_TABLE_BEGINS, type TaxRegister, type TaxRow } from './tax-table.ts';

const MICROS_PER_CENT = 10_000n;
/** Thousandths of a percent in a whole. */
const WHOLE = 100_000n;

/**
 * One tax on one amount, as stored with a payment: which tax, its rate that day, and the amount. A newer version may have charged one that
 * the table of this one does not have.
 */
export interface TaxPart extends Pick<TaxRow, 'milliPercent'> {
  readonly code: string;
  readonly register: string;
  readonly amountMicros: Micros;
}

/** Where a customer is taxed. Outside Canada there is no province, and no tax. */
export interface TaxPlace {
  readonly country: string;
  readonly province: Province | null;
}

/**
 * The taxes on an amount in a place on a date (`YYYY-MM-DD` on Toronto's calendar): each on the amount before tax, each rounded half up to
 * the cent. A province's own sales tax applies only if the operator is registered for it; Quebec's always does.
 */
export function taxesOn(
  netMicros: Micros,
  at: { place: TaxPlace; date: string; registered: (register: TaxRegister) => boolean },
): readonly TaxPart[] {
  const { place, date } = at;
  if (place.country !== 'CA') return [];
  if (place.province === null) throw new RangeError('a place in Canada has a province');
  return taxRowsOn(place.province, date)
    .filter((row) => !OPTIONAL.has(row.register) || at.registered(row.register))
    .map((row) => ({ ...row, amountMicros: taxOn(netMicros, row.milliPercent) }));
}

const OPTIONAL: ReadonlySet<TaxRegister> = new Set(['PST_BC', 'PST_SK', 'RST_MB']);

/** The taxes that a province charges on a date. */
export function taxRowsOn(province: Province, date: string): readonly TaxRow[] {
  if (date < TAX_TABLE_BEGINS) throw new RangeError(`the tax table begins on ${TAX_TABLE_BEGINS}`);
  return taxTable[province].findLast((period) => period.from <= date)?.taxes ?? [];
}

function taxOn(netMicros: Micros, milliPercent: number): Micros {
  return prorate(netMicros, BigInt(milliPercent), WHOLE * MICROS_PER_CENT) * MICROS_PER_CENT;
}

export function sumTaxes(parts: readonly Pick<TaxPart, 'amountMicros'>[]): Micros {
  return parts.reduce((sum, { amountMicros }) => sum + amountMicros, 0n);
}

/**
 * The taxes to refund with a part of a payment: what all refunds so far should have included, less what they did. So the last one refunds
 * exactly what is left, however the cents were rounded before.
 */
export function taxesToRefund(
  parts: readonly TaxPart[],
  of: { netMicros: Micros; refundedNetMicros: Micros; refunded: readonly TaxPart[]; refundMicros: Micros },
): readonly TaxPart[] {
  return parts.map((part) => {
    const due = prorate(part.amountMicros, of.refundedNetMicros + of.refundMicros, of.netMicros * MICROS_PER_CENT) * MICROS_PER_CENT;
    const before = sumTaxes(of.refunded.filter(({ register, code }) => register === part.register && code === part.code));
    return { ...part, amountMicros: due > before ? due - before : 0n };
  });
}

/** A tax as the API and the documents show it. */
export function toTaxLine(part: TaxPart): TaxLine {
  const rate = part.milliPercent / 1000;
  return {
    code: part.code,
    label: taxLabel(part.code, rate),
    rate,
    amount: toCad(part.amountMicros),
  };
}

const known: ReadonlySet<string> = new Set(
  Object.values(taxTable).flatMap((periods) => periods.flatMap(({ taxes }) => taxes.map(({ register, code }) => `${register} ${code}`))),
);

/** Throws where a newer version has charged a tax of its own: a document names it, with our number, for good, so that one issues it. */
export function requireKnownTaxes(parts: readonly TaxPart[]): void {
  const other = parts.find(({ register, code }) => !known.has(`${register} ${code}`));
  if (other) throw new Error(`the tax ${other.code} (${other.register}) is of a newer version of Boreal, which issues its documents`);
}

const KeptTaxes = z.array(
  z.object({
    code: z.string(),
    register: z.string(),
    milliPercent: z.int(),
    amountMicros: z.string().transform(BigInt),
  }),
);

/** Taxes as a JSON column stores them; micro-CAD as text, because JSON has no integers of that size. */
export function keepTaxes(parts: readonly TaxPart[]): string {
  return JSON.stringify(parts.map((part) => ({ ...part, amountMicros: String(part.amountMicros) })));
}

export function readTaxes(column: unknown): readonly TaxPart[] {
  return KeptTaxes.parse(column);
}
