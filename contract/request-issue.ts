import { z } from 'zod';

/** What is wrong with which field of a request. */
export const RequestIssue = z.object({ path: z.string(), message: z.string() }).meta({ id: 'RequestIssue' });
export type RequestIssue = z.infer<typeof RequestIssue>;
