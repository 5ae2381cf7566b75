import { z } from 'zod';
import { document } from '../api/endpoint.ts';

export const getOpenapi = document('/v1/openapi.json', {
  group: 'Discovery',
  limit: 60,
  auth: 'none',
  answer: z.looseObject({
    openapi: z.string().meta({ example: '3.0.3' }),
    info: z.looseObject({ version: z.string().meta({ example: '1.1.1' }) }),
  }),
  summary: 'This description',
});
