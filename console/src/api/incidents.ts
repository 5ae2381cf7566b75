import { listCurrentIncidents } from '@boreal/contract/endpoints/console/person.ts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from './call.ts';

/** Nobody waits for it at the page. */
const LOOK_EVERY_MS = 60_000;
/** News that comes later lies over the page instead of above it. */
const PATIENCE_MS = 1000;

export const currentIncidentsQuery = queryOptions({
  queryKey: ['incidents'],
  queryFn: ({ signal }) => call(listCurrentIncidents, { signal }),
  refetchInterval: LOOK_EVERY_MS,
  staleTime: LOOK_EVERY_MS,
});

/** Lets what is told above the pages come with the first of them, so that it moves nothing. A page waits for it once, and not for long. */
export async function firstNews(queryClient: QueryClient): Promise<void> {
  if (queryClient.getQueryState(currentIncidentsQuery.queryKey) !== undefined) return;
  const late = new Promise<void>((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([queryClient.prefetchQuery(currentIncidentsQuery), late]);
}
