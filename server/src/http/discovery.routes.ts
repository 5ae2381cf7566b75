import * as rows from '@boreal/contract/endpoints/discovery.ts';
import { bind } from '../door/bind.ts';

export const discoveryRoutes = bind(rows, {
  getOpenapi: { source: 'openapi', cacheControl: 'public, max-age=60', crossOrigin: true },
});
