import { listCurrentIncidents } from '@boreal/contract/endpoints/console/person.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** Nobody waits for it at the page. */
const LOOK_EVERY_MS = 60_000;

export const currentIncidentsQuery = queryOptions({
  queryKey: ['incidents'],
  queryFn: ({ signal }) => call(listCurrentIncidents, { signal }),
  refetchInterval: LOOK_EVERY_MS,
});
