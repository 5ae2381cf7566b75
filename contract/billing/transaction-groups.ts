import { z } from 'zod';
import { AccountTransaction, TransactionFilter } from './billing.ts';
import { PageQuery } from '../api/pages.ts';

export const TransactionGroupsQuery = PageQuery.extend(TransactionFilter.shape);

/** One server's hourly charges for one calendar day in Toronto, less refunds. */
export const DayCharges = z.object({
  kind: z.literal('charges'),
  id: z.string(),
  day: z.iso.date(),
  /** Null: lines that name no server. */
  serverId: z.string().nullable(),
  serverName: z.string().nullable(),
  amount: z.number().meta({ description: 'CAD, exact; negative when taken. What its lines come to.' }),
  hours: z.int(),
  /** How many lines the group has: a new line shows that a cached group is out of date. */
  lines: z.int(),
});
export type DayCharges = z.infer<typeof DayCharges>;

/** A transaction that belongs to no group. */
const Single = AccountTransaction.extend({ kind: z.literal('single') });

export const TransactionGroup = z.discriminatedUnion('kind', [DayCharges, Single]);
export type TransactionGroup = z.infer<typeof TransactionGroup>;

export const GroupLinesQuery = PageQuery.extend({ day: z.iso.date(), serverId: z.string().min(1).max(60).optional() });

/** A line of a group: an hour, a backup option, or a refund. */
export const GroupLine = z.object({
  id: z.string(),
  transactionId: z.string(),
  type: z.enum(['usage', 'backup', 'refund']),
  /** Of an hour: when it began and ends. */
  periodStart: z.iso.datetime().nullable(),
  periodEnd: z.iso.datetime().nullable(),
  amount: z.number().meta({ description: 'CAD, exact; negative when taken' }),
  createdAt: z.iso.datetime(),
});
export type GroupLine = z.infer<typeof GroupLine>;
