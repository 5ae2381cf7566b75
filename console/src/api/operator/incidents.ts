import * as incidents from '@boreal/contract/endpoints/operator/incidents.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../call.ts';

export const incidentsKey = ['operator', 'incidents'] as const;
export const loadIncidents = (cursor: string | null) => callPage(incidents.listIncidents, { cursor, limit: 20 });

export const incidentQuery = (incidentId: string) =>
  queryOptions({
    queryKey: [...incidentsKey, incidentId],
    queryFn: ({ signal }) => call(incidents.getIncident, { params: { incidentId }, signal }),
  });

export const subscribersQuery = queryOptions({
  queryKey: [...incidentsKey, 'subscribers'],
  queryFn: ({ signal }) => call(incidents.countSubscribers, { signal }),
});
