import { z } from 'zod';
import { Language } from '../words/language.ts';
import { LabelKey } from '../servers/description.ts';

/** What an account's costs can be grouped by. */
export const CostsBy = z.enum(['server', 'label', 'member', 'key', 'model']);
export type CostsBy = z.infer<typeof CostsBy>;

/** The most days of costs in one answer. */
export const COST_DAYS_MAX = 92;
/** The most rows on a page; files contain them all. */
export const COST_ROWS_MAX = 500;

/**
 * Calendar days in Toronto, both inclusive; default: this month until today. `days`: the last that many days, if `from` is omitted.
 * `label`: the label to group by; default: the most used.
 */
export const CostsQuery = z.object({
  by: CostsBy.default('server'),
  label: LabelKey.optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  days: z.coerce.number().int().min(1).max(COST_DAYS_MAX).optional(),
});
export const CostsFileQuery = CostsQuery.extend({ language: Language.optional() });

const sums = {
  servers: z.number().meta({ description: 'Hours of servers' }),
  backups: z.number().meta({ description: 'Backup options' }),
  orders: z.number().meta({ description: 'Terms of prepaid servers, less what was refunded of them' }),
  refunds: z.number().meta({ description: 'Hours refunded' }),
  total: z.number().meta({ description: 'servers + backups + orders − refunds' }),
};

/** CAD, exact to the micro-dollar, so that rows come to the total. */
export const CostRow = z.object({
  /** What the row is about: the id of a server, person, key or model, or a label's value. Null: costs with none. */
  id: z.string().nullable(),
  name: z.string().nullable(),
  /** How many servers the row's cost covers. */
  serverCount: z.int(),
  /** For a server: its GPU, and whether the server still exists. */
  gpu: z.string().nullable(),
  isDeleted: z.boolean(),
  ...sums,
});
export type CostRow = z.infer<typeof CostRow>;

export const Costs = z.object({
  currency: z.literal('CAD'),
  timezone: z.string(),
  by: CostsBy,
  /** The label whose values the rows are, and the labels that the servers have. */
  label: z.string().nullable(),
  labels: z.array(z.string()),
  from: z.iso.date(),
  to: z.iso.date(),
  /** The most expensive first. */
  rows: z.array(CostRow),
  /** The totals of the rows after `COST_ROWS_MAX`. */
  more: z.object({ rows: z.int(), ...sums }).nullable(),
  ...sums,
});
export type Costs = z.infer<typeof Costs>;
