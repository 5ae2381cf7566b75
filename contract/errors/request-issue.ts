import { z } from 'zod';

/** Which field of a request is wrong, and why. */
export const RequestIssue = z.object({ path: z.string(), message: z.string() }).meta({ id: 'RequestIssue' });
export type RequestIssue = z.infer<typeof RequestIssue>;
