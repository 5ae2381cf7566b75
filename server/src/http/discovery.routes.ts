import { z } from 'zod';
import { document } from '../door/define-endpoint.ts';

export const discoveryRoutes = [
  document('/v1/openapi.json', {
    group: 'Discovery',
    limit: 60,
    auth: 'none',
    crossOrigin: true,
    cacheControl: 'public, max-age=60',
    source: 'openapi',
    answer: z.looseObject({
      openapi: z.string().meta({ example: '3.0.3' }),
      info: z.looseObject({ version: z.string().meta({ example: '1.1.1' }) }),
    }),
    name: 'getOpenapi',
    summary: 'This description',
  }),
];
