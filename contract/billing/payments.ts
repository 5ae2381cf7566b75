import { z } from 'zod';
import { PaymentStatus } from './status.ts';
import { noNumber } from '../values/amounts.ts';
import { MINIMUM_TOPUP_CAD } from './billing.ts';
import { IdText } from '../values/ids.ts';
import { schemaSentences } from '../values/schema-sentences.ts';
import { secretText } from '../values/secret-text.ts';

/** The most per purchase, CAD: a larger amount is a typo, or needs a person to handle it. */
export const MAXIMUM_TOPUP_CAD = 10_000;

/** Auto-reload stops after this many declines in a row. */
export const AUTO_RELOAD_DECLINES_MAX = 3;

/** Why a card could not be charged, in terms that all providers share. */
export const DeclineReason = z.enum([
  'card_declined',
  'insufficient_funds',
  'expired_card',
  'authentication_required',
  'authentication_failed',
  'card_unusable',
  'processing_error',
  'canceled',
]);
export type DeclineReason = z.infer<typeof DeclineReason>;

/** The sandbox's cards, by behaviour. They have no numbers: there is nothing to type. */
export const SandboxCard = z.enum([
  'visa',
  'mastercard',
  'declined',
  'insufficient_funds',
  'authentication',
  'late',
  'late_decline',
  'twice',
  'disputed',
  'refund_fails',
]);
export type SandboxCard = z.infer<typeof SandboxCard>;

export const PaymentPurpose = z.enum(['topup', 'auto_reload', 'order', 'renewal']);
export type PaymentPurpose = z.infer<typeof PaymentPurpose>;

/** A whole number of cents, CAD. */
export const CentsCad = z.number({ error: noNumber }).multipleOf(0.01);

export const TaxLine = z
  .object({
    code: z.string().meta({ description: 'GST, HST, QST, PST or RST', example: 'GST' }),
    label: z.object({ en: z.string().meta({ example: 'GST 5%' }), fr: z.string().meta({ example: 'TPS 5 %' }) }),
    rate: z.number().meta({ description: 'Percent', example: 5 }),
    amount: z.number().meta({ description: 'CAD', example: 1.25 }),
  })
  .meta({ id: 'TaxLine' });
export type TaxLine = z.infer<typeof TaxLine>;

export const Card = z
  .object({
    id: z.string().meta({ example: 'card_01kb3c9qj2v9x6t5r4e3w2q1az' }),
    brand: z.string().meta({ example: 'visa' }),
    last4: z.string().meta({ example: '4242' }),
    expMonth: z.int().meta({ example: 12 }),
    expYear: z.int().meta({ example: 2030 }),
    default: z.boolean().meta({ description: 'Charged unless another card is named' }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Card' });
export type Card = z.infer<typeof Card>;

/** What the browser needs to save a card with the provider; the card number goes to the provider and never to Boreal. */
export const CardSetup = z.object({
  cardId: z.string(),
  provider: z.enum(['sandbox', 'stripe']),
  publishableKey: z.string().nullable(),
  clientSecret: secretText(z.string()),
});
export type CardSetup = z.infer<typeof CardSetup>;

export const CardRef = z.strictObject({ cardId: IdText });

/** The provider that will save a new card: the browser loads the provider's own elements only if it has any. */
export const CardProvider = z.object({ provider: z.enum(['sandbox', 'stripe']), publishableKey: z.string().nullable() });
export type CardProvider = z.infer<typeof CardProvider>;

/** Null if the browser has not saved the card, or if it was refused. */
export const CardSaved = z.object({ card: Card.nullable() });

export const EnterSandboxCardRequest = z.strictObject({ card: SandboxCard });

/** What the browser needs so that the cardholder can authenticate; null when no authentication is required. */
export const PaymentAction = z.object({
  action: CardSetup.pick({ provider: true, publishableKey: true, clientSecret: true }).nullable(),
});
export type PaymentAction = z.infer<typeof PaymentAction>;

/** In the sandbox: whether the cardholder authenticates. */
export const AuthenticateSandboxRequest = z.strictObject({ proven: z.boolean() });

export const Payment = z
  .object({
    id: z.string().meta({ example: 'pay_01kb3c9qj2v9x6t5r4e3w2q1az' }),
    purpose: PaymentPurpose,
    status: PaymentStatus,
    amount: z.number().meta({ description: 'CAD before tax', example: 25 }),
    taxes: z.array(TaxLine),
    total: z.number().meta({ description: 'CAD charged to the card', example: 28.74 }),
    currency: z.literal('CAD'),
    card: z.object({ brand: z.string(), last4: z.string() }),
    declineReason: DeclineReason.nullable(),
    orderId: z.string().nullable(),
    invoiceId: z.string().nullable().meta({ description: 'Its receipt, once it has succeeded' }),
    createdAt: z.iso.datetime(),
    settledAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Payment' });
export type Payment = z.infer<typeof Payment>;

const TopUpAmount = CentsCad.min(MINIMUM_TOPUP_CAD, schemaSentences.topUpAmount.en).max(MAXIMUM_TOPUP_CAD, schemaSentences.topUpAmount.en);

export const TopUpRequest = z.strictObject({
  amountCad: TopUpAmount.meta({ description: 'Credit to buy, before tax', example: 25 }),
  cardId: IdText.optional().meta({ description: 'The default card when omitted' }),
});
export type TopUpRequest = z.infer<typeof TopUpRequest>;

export const CreateTopUpRequest = TopUpRequest.extend({
  expectedTotalCad: CentsCad.min(0).optional().meta({ description: 'What the caller expects to be charged, tax included' }),
});
export type CreateTopUpRequest = z.infer<typeof CreateTopUpRequest>;

/** A card is being charged; the payment has the outcome. */
export const PaymentBegun = z.object({ paymentId: z.string().meta({ example: 'pay_01kb3c9qj2v9x6t5r4e3w2q1az' }) });
export type PaymentBegun = z.infer<typeof PaymentBegun>;

export const TopUpQuote = z
  .object({
    credit: z.number().meta({ example: 25 }),
    taxes: z.array(TaxLine),
    total: z.number().meta({ description: 'CAD that the card would be charged', example: 28.74 }),
    currency: z.literal('CAD'),
    card: Card.nullable().meta({ description: 'Null: a card has to be added first' }),
    quotedAt: z.iso.datetime(),
  })
  .meta({ id: 'TopUpQuote' });
export type TopUpQuote = z.infer<typeof TopUpQuote>;

export const AutoReload = z
  .object({
    enabled: z.boolean(),
    threshold: z.number().nullable().meta({ description: 'CAD; reloads when the credit is below', example: 10 }),
    amount: z.number().nullable().meta({ description: 'CAD of credit purchased each time', example: 50 }),
    monthlyLimit: z.number().nullable().meta({ description: 'CAD of credit in a Toronto month; null without a limit', example: 500 }),
    reloadedThisMonth: z.number().meta({ example: 100 }),
    stopped: z.boolean().meta({ description: 'The card was declined too often; set it again to go on' }),
    currency: z.literal('CAD'),
  })
  .meta({ id: 'AutoReload' });
export type AutoReload = z.infer<typeof AutoReload>;

/** Whether another reload would exceed the month's limit, so that none happens before next month. */
export function pastMonthlyLimit({ amount, monthlyLimit, reloadedThisMonth }: AutoReload): boolean {
  return amount !== null && monthlyLimit !== null && Math.round((reloadedThisMonth + amount - monthlyLimit) * 100) > 0;
}

export const SetAutoReloadRequest = z.strictObject({
  enabled: z.boolean(),
  thresholdCad: CentsCad.min(0, schemaSentences.reloadThreshold.en).max(MAXIMUM_TOPUP_CAD, schemaSentences.reloadThreshold.en).optional(),
  amountCad: TopUpAmount.optional(),
  monthlyLimitCad: CentsCad.min(MINIMUM_TOPUP_CAD, schemaSentences.reloadLimit.en).nullable().optional(),
});
export type SetAutoReloadRequest = z.infer<typeof SetAutoReloadRequest>;

/** Includes the card and the first purchase that the person was shown. */
export const ConsoleSetAutoReloadRequest = SetAutoReloadRequest.extend({
  expectedCardId: IdText.optional(),
  expectedTotalCad: CentsCad.min(0).optional(),
});
export type ConsoleSetAutoReloadRequest = z.infer<typeof ConsoleSetAutoReloadRequest>;
