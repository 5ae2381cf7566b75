import { z } from 'zod';

/** The kind of manual credit: a correction, a gift, or money that arrived outside Boreal. */
export const CreditKind = z.enum(['adjustment', 'promo', 'topup']);
export type CreditKind = z.infer<typeof CreditKind>;
