import { z } from 'zod';
import { AmountCad } from '../values/amounts.ts';
import { schemaSentences } from '../values/schema-sentences.ts';

/** The highest budget, CAD. */
const BUDGET_MAX_CAD = 100_000_000;
const Limit = AmountCad.min(0, schemaSentences.amountBelowZero.en).max(BUDGET_MAX_CAD).nullable();

/** What an account may spend and has spent, CAD, by Toronto's calendar. A null limit means no limit. */
export const AccountBudget = z.object({
  currency: z.literal('CAD'),
  monthlyLimit: z.number().nullable(),
  spentThisMonth: z.number(),
  dailyLimit: z.number().nullable(),
  spentToday: z.number(),
  timezone: z.string(),
});
export type AccountBudget = z.infer<typeof AccountBudget>;

/** Gigabytes of disk that an account's hibernated servers keep, and the maximum; a null limit means no limit. */
export const HibernatedDisks = z.object({ usedGb: z.int(), limitGb: z.int().nullable() });
export type HibernatedDisks = z.infer<typeof HibernatedDisks>;

/** Omitted limits keep their values; null removes a limit. */
export const SetAccountBudgetRequest = z.strictObject({ monthlyLimit: Limit.optional(), dailyLimit: Limit.optional() });
export const SetServerBudgetRequest = z.strictObject({ monthlyLimit: Limit });
