import type { Province } from '@boreal/contract/account/profile.ts';

/** The existing taxes. HST combines the federal and the provincial tax. */
export type TaxCode = 'GST' | 'HST' | 'QST' | 'PST' | 'RST';

/** The registrations an operator can have: a province's own tax is only charged after registration. */
export const taxRegisters = ['GST_HST', 'QST', 'PST_BC', 'PST_SK', 'RST_MB'] as const;
export type TaxRegister = (typeof taxRegisters)[number];

/** One tax of a province, from a date of Toronto's calendar on. */
export interface TaxRow {
  readonly code: TaxCode;
  readonly register: TaxRegister;
  /** Thousandths of a percent: 9975 is 9.975 %. */
  readonly milliPercent: number;
}

/** What a province charges from a date on, until its next entry. */
export interface TaxPeriod {
  /** `YYYY-MM-DD` */
  readonly from: string;
  readonly taxes: readonly TaxRow[];
}

/** No charge is dated before this: the table begins here. */
export const TAX_TABLE_BEGINS = '2013-07-01';

const gst: TaxRow = { code: 'GST', register: 'GST_HST', milliPercent: 5000 };
const hst = (percent: number): TaxRow => ({ code: 'HST', register: 'GST_HST', milliPercent: percent * 1000 });
const since = (from: string, ...taxes: TaxRow[]): TaxPeriod => ({ from, taxes });
const always = (...taxes: TaxRow[]): TaxPeriod => since(TAX_TABLE_BEGINS, ...taxes);

/**
 * Sales taxes of Canada by province and date, latest entry last. A change of rate is a new entry; none is edited, so that a charge
 * of any date can be taxed, and checked, as it was on that date.
 */
export const taxTable: Readonly<Record<Province, readonly TaxPeriod[]>> = {
  AB: [always(gst)],
  BC: [always(gst, { code: 'PST', register: 'PST_BC', milliPercent: 7000 })],
  MB: [
    always(gst, { code: 'RST', register: 'RST_MB', milliPercent: 8000 }),
    since('2019-07-01', gst, { code: 'RST', register: 'RST_MB', milliPercent: 7000 }),
  ],
  NB: [always(hst(13)), since('2016-07-01', hst(15))],
  NL: [always(hst(13)), since('2016-07-01', hst(15))],
  NS: [always(hst(15)), since('2025-04-01', hst(14))],
  NT: [always(gst)],
  NU: [always(gst)],
  ON: [always(hst(13))],
  PE: [always(hst(14)), since('2016-10-01', hst(15))],
  QC: [always(gst, { code: 'QST', register: 'QST', milliPercent: 9975 })],
  SK: [
    always(gst, { code: 'PST', register: 'PST_SK', milliPercent: 5000 }),
    since('2017-03-23', gst, { code: 'PST', register: 'PST_SK', milliPercent: 6000 }),
  ],
  YT: [always(gst)],
};
