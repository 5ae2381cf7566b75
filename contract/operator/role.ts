import { z } from 'zod';

/** What an operator is responsible for. */
export const OperatorRole = z.enum(['support', 'finance', 'fleet', 'owner']);
export type OperatorRole = z.infer<typeof OperatorRole>;
