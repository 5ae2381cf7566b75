import { z } from 'zod';
import { OrderStatus } from '../billing/status.ts';
import { IdText } from '../values/ids.ts';

/** How much of the hour already paid is refunded when a server is deleted; `over`: none, or the rest was refunded earlier. */
export const HourAtStake = z.enum(['refunded', 'rest_refunded', 'kept', 'over']);
export type HourAtStake = z.infer<typeof HourAtStake>;

/** A paid term that has not begun: CAD, taxes included. */
const NextTerm = z.object({ start: z.iso.datetime(), end: z.iso.datetime(), paid: z.number() });

/** What is prepaid for a server, by term. */
export const PaidTerms = z.object({
  status: OrderStatus,
  paidUntil: z.iso.datetime().nullable().meta({ description: 'The end of the current or last term; null before the first is paid' }),
  next: NextTerm.nullable().meta({ description: 'A paid term that has not begun: it is refunded when the server is deleted' }),
});
export type PaidTerms = z.infer<typeof PaidTerms>;

/** What an action costs, loses or refunds for a server: shown before anyone requests the action. */
export const AtStake = z.object({
  everActive: z.boolean().meta({ description: 'Whether it has ever run' }),
  workDisk: z
    .enum(['none', 'kept', 'scratch'])
    .meta({ description: 'After a hibernation: `scratch` is always empty, `kept` may be', example: 'kept' }),
  keptGb: z.int().meta({ description: 'GB of disks that it keeps in hibernation', example: 850 }),
  hour: HourAtStake.nullable().meta({
    description: 'What of the hour already paid is refunded when it is deleted; null on prepaid servers',
    example: 'kept',
  }),
  terms: PaidTerms.nullable().meta({ description: 'Null on servers by the hour', example: null }),
});
export type AtStake = z.infer<typeof AtStake>;

/** The part that says what a person gets back, as it was shown to them. */
export const RefundsShown = AtStake.pick({ everActive: true, hour: true, terms: true });
export type RefundsShown = z.infer<typeof RefundsShown>;

/** The same, for one of several servers. */
export const ShownOfServer = RefundsShown.extend({ id: IdText });
export type ShownOfServer = z.infer<typeof ShownOfServer>;
