import { z } from 'zod';

/** The id of what a write changed, when there is nothing else to return. */
export const Done = z.object({ id: z.string() });
