import { z } from 'zod';
import { IdText } from '../values/ids.ts';

/** The path `/servers/:id`. */
export const ServerPath = z.object({
  id: IdText.meta({ description: 'A server id of the caller.', example: 'srv_01kb3c9qj2v9x6t5r4e3w2q1az' }),
});
