import { listOperators } from '@boreal/contract/endpoints/operator/operators.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../call.ts';

export const operatorsQuery = queryOptions({
  queryKey: ['operator', 'operators'],
  queryFn: ({ signal }) => call(listOperators, { signal }),
});
