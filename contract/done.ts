import { z } from 'zod';

/** Who or what a write was done to, where there is no more to say. */
export const Done = z.object({ id: z.string() });
