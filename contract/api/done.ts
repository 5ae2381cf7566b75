import { z } from 'zod';

/** The id of what a write changed, where there is no more to say. */
export const Done = z.object({ id: z.string() });
