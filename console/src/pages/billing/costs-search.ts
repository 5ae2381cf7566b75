/** What the address of the costs says. It is read with every page's address, so without the contract's schemas. */
export interface CostsSearch {
  readonly by?: (typeof groupings)[number] | undefined;
  /** By which label's values. */
  readonly label?: string | undefined;
  /** None: this month. */
  readonly period?: (typeof periods)[number] | undefined;
  /** Of the period `dates`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const groupings = ['server', 'label', 'member', 'key', 'model'] as const;
const periods = ['days', 'dates'] as const;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** A label of digits is parsed as a number. */
export function readCostsSearch({ by, label, period, from, to }: Record<string, unknown>): CostsSearch {
  return {
    by: groupings.find((one) => one === by),
    label: typeof label === 'string' || typeof label === 'number' ? String(label) : undefined,
    period: periods.find((one) => one === period),
    from: dateOf(from),
    to: dateOf(to),
  };
}

const dateOf = (value: unknown) => (typeof value === 'string' && DATE.test(value) ? value : undefined);
