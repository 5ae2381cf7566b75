import { z } from 'zod';
import { Language } from '../words/language.ts';

/** By what the revenue of a file is told apart. */
export const RevenueFileBy = z.enum(['model', 'customer']);
export type RevenueFileBy = z.infer<typeof RevenueFileBy>;
/** What a row of it is about: all of its days, or each month or day of them. */
export const RevenueFilePer = z.enum(['range', 'month', 'day']);
export type RevenueFilePer = z.infer<typeof RevenueFilePer>;

/** What a row of the utilisation is about. */
export const UtilisationFilePer = z.enum(['hour', 'day']);
export type UtilisationFilePer = z.infer<typeof UtilisationFilePer>;

/** Days of Toronto's calendar, both inclusive; default: until today, from the first of that day's month. However many. */
const days = { from: z.iso.date().optional(), to: z.iso.date().optional(), language: Language.optional() };

export const RevenueFileQuery = z.object({
  by: RevenueFileBy.default('model'),
  per: RevenueFilePer.default('range'),
  ...days,
});
/** `per`: default: by the hour up to a week, as the page shows it, and by the day beyond. */
export const UtilisationFileQuery = z.object({ per: UtilisationFilePer.optional(), ...days });
