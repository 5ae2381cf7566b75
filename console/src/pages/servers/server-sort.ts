import { z } from 'zod';

/** What the list of servers can be sorted by. */
export const ServerSort = z.enum(['name', 'status', 'gpu', 'address', 'rate', 'cost', 'created']);
export type ServerSort = z.infer<typeof ServerSort>;
