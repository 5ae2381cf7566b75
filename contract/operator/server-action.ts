import { z } from 'zod';

/** What an operator may do to a customer's server without the customer. */
export const OperatorServerAction = z.enum(['stop', 'hibernate']);
export type OperatorServerAction = z.infer<typeof OperatorServerAction>;
