import * as shop from '@boreal/contract/endpoints/operator/shop.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../call.ts';

export const modelsQuery = queryOptions({ queryKey: ['operator', 'models'], queryFn: ({ signal }) => call(shop.listModels, { signal }) });
export const imagesQuery = queryOptions({ queryKey: ['operator', 'images'], queryFn: ({ signal }) => call(shop.listImages, { signal }) });
export const regionsQuery = queryOptions({
  queryKey: ['operator', 'regions'],
  queryFn: ({ signal }) => call(shop.listRegions, { signal }),
});
