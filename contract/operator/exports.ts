import { z } from 'zod';
import { Language } from '../words/language.ts';

/** What the revenue file groups by. */
export const RevenueFileBy = z.enum(['model', 'customer']);
export type RevenueFileBy = z.infer<typeof RevenueFileBy>;
/** The period of one row of the file: the whole range, or each month or day of it. */
export const RevenueFilePer = z.enum(['range', 'month', 'day']);
export type RevenueFilePer = z.infer<typeof RevenueFilePer>;

/** The period of one row of the utilisation file. */
export const UtilisationFilePer = z.enum(['hour', 'day']);
export type UtilisationFilePer = z.infer<typeof UtilisationFilePer>;

/** Calendar days in Toronto, both inclusive; default: from the first of that month until today. There is no limit on the number of days. */
const days = { from: z.iso.date().optional(), to: z.iso.date().optional(), language: Language.optional() };

export const RevenueFileQuery = z.object({
  by: RevenueFileBy.default('model'),
  per: RevenueFilePer.default('range'),
  ...days,
});
/** `per`: by default by hour for up to a week, as the page shows it, and by day beyond. */
export const UtilisationFileQuery = z.object({ per: UtilisationFilePer.optional(), ...days });
