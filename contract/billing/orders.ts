import { z } from 'zod';
import { OrderStatus } from './status.ts';
import { IdText } from '../values/ids.ts';
import { Card, CentsCad, DeclineReason, TaxLine } from './payments.ts';
import { ImageId, RegionId } from '../servers/servers.ts';
import { NameText } from '../values/written-text.ts';

/** Prepaid billing cycles. */
export const PrepaidCycle = z.enum(['monthly', 'annual']);
export type PrepaidCycle = z.infer<typeof PrepaidCycle>;

/** Months in a term of each cycle. */
export const cycleMonths = { monthly: 1, annual: 12 } as const satisfies Record<PrepaidCycle, number>;

/**
 * How many days before the current term ends the next one can be paid by hand in the console. The customer is notified of the end at the
 * same time.
 */
export const RENEWAL_OFFERED_DAYS = 7;

export const OrderQuoteRequest = z.strictObject({
  productId: z.string().min(1).max(100).meta({ description: 'A plan id', example: 'h100-sxm-x1' }),
  cycle: PrepaidCycle.meta({ example: 'monthly' }),
  region: RegionId.optional(),
});
export type OrderQuoteRequest = z.infer<typeof OrderQuoteRequest>;

export const OrderQuote = z
  .object({
    productId: z.string(),
    name: z.string(),
    region: RegionId,
    cycle: PrepaidCycle,
    monthlyPrice: z.number().meta({ description: 'CAD a month, before tax', example: 2185 }),
    months: z.int().meta({ example: 1 }),
    amount: z.number().meta({ description: 'CAD for the term, before tax', example: 2185 }),
    taxes: z.array(TaxLine),
    total: z.number().meta({ description: 'CAD that the card would be charged', example: 2512.2 }),
    currency: z.literal('CAD'),
    available: z.boolean().meta({ description: 'The GPUs are in stock now' }),
    hasCard: z.boolean().meta({ description: 'There is a card to charge' }),
    quotedAt: z.iso.datetime(),
  })
  .meta({ id: 'OrderQuote' });
export type OrderQuote = z.infer<typeof OrderQuote>;

export const CreateOrderRequest = OrderQuoteRequest.extend({
  sshKeyId: z.string().min(1).max(100).meta({ description: 'An SSH key id of the caller' }),
  name: NameText.optional().meta({ description: 'Name of the server; made up when omitted' }),
  imageId: ImageId.optional(),
  cardId: IdText.optional().meta({ description: 'The default card when omitted' }),
  autoRenew: z.boolean().default(false).meta({ description: 'Renew automatically at the end of each term' }),
  expectedTotalCad: CentsCad.min(0).optional().meta({ description: 'What the caller expects to be charged, tax included' }),
});
export type CreateOrderRequest = z.infer<typeof CreateOrderRequest>;

/** The server is held while the card is charged; the payment has the outcome. */
export const OrderBegun = z.object({ orderId: z.string(), serverId: z.string(), paymentId: z.string() });
export const RenewalBegun = OrderBegun.omit({ serverId: true });

export const RenewOrderRequest = z.strictObject({
  orderId: IdText,
  cardId: IdText.optional(),
  expectedTotalCad: CentsCad.min(0).optional(),
  expectedPeriodStart: z.iso.datetime().optional().meta({ description: 'When the term begins that the caller means to pay' }),
});
export type RenewOrderRequest = z.infer<typeof RenewOrderRequest>;

export const Order = z
  .object({
    id: z.string().meta({ example: 'ord_01kb3c9qj2v9x6t5r4e3w2q1az' }),
    serverId: z.string(),
    serverName: z.string(),
    productId: z.string(),
    planName: z.string().meta({ description: 'What the plan is called, also when it is no longer sold', example: 'H100 SXM ×1' }),
    cycle: PrepaidCycle,
    status: OrderStatus,
    autoRenew: z.boolean(),
    canceled: z.boolean().meta({ description: 'Runs to the end of its term and is not renewed' }),
    monthlyPrice: z
      .number()
      .nullable()
      .meta({ description: 'CAD a month in the present term, or as it was ordered until the first is paid' }),
    term: z.int().meta({ description: 'Number of the term that was paid last', example: 1 }),
    periodStart: z.iso.datetime().nullable(),
    periodEnd: z.iso.datetime().nullable(),
    payment: z
      .object({ id: z.string(), status: z.string(), total: z.number(), declineReason: DeclineReason.nullable() })
      .nullable()
      .meta({ description: 'The latest charge for it' }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Order' });
export type Order = z.infer<typeof Order>;

export const RenewalQuote = z
  .object({
    orderId: z.string(),
    serverName: z.string(),
    cycle: PrepaidCycle,
    plan: z.number().meta({ description: 'CAD for the term, before tax' }),
    backups: z.number().meta({ description: 'CAD for the backup option of the term, before tax' }),
    taxes: z.array(TaxLine),
    total: z.number(),
    currency: z.literal('CAD'),
    periodStart: z.iso.datetime(),
    periodEnd: z.iso.datetime(),
    hasCard: z.boolean(),
    quotedAt: z.iso.datetime(),
  })
  .meta({ id: 'RenewalQuote' });
export type RenewalQuote = z.infer<typeof RenewalQuote>;

/** The card and the first charge that the person was shown: if another charge is due, they are asked again. */
export const SetAutoRenewRequest = z.strictObject({
  autoRenew: z.boolean(),
  expectedCardId: IdText.optional(),
  expectedTotalCad: CentsCad.min(0).optional(),
});
export type SetAutoRenewRequest = z.infer<typeof SetAutoRenewRequest>;

/** The first charge that automatic renewal would make once turned on, at the price in force now. */
export const AutoRenewalQuote = RenewalQuote.omit({ hasCard: true }).extend({
  chargedAt: z.iso.datetime().meta({ description: 'When the card is first charged; now, where that time has come' }),
  card: Card.nullable().meta({ description: 'The default card; null: there is none' }),
});
export type AutoRenewalQuote = z.infer<typeof AutoRenewalQuote>;
