import { z } from 'zod';

/**
 * `pending`: the card is being charged and the GPUs are held. `active`: paid. `ended`: its term is over, or its server deleted.
 * `failed`: the card was not charged, or the money was refunded.
 */
export const OrderStatus = z.enum(['pending', 'active', 'ended', 'failed']);
export type OrderStatus = z.infer<typeof OrderStatus>;

/** `requires_action`: the cardholder must authenticate in the browser. `succeeded` and `failed` are final. */
export const PaymentStatus = z.enum(['pending', 'processing', 'requires_action', 'succeeded', 'failed']);
export type PaymentStatus = z.infer<typeof PaymentStatus>;
