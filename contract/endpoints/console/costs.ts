import { memberReads } from '../../api/console-rows.ts';
import { Costs, CostsQuery } from '../../billing/costs.ts';
import { endpointRows } from '../../api/endpoint.ts';

/** Sums the hours of all servers: expensive for the database, and requested only now and then. */
const SUMS = 60;
const read = endpointRows({ ...memberReads, needs: 'billing.read' });

export const getCosts = read.get('/costs', 'What was charged, by server, label, person, key or GPU model', {
  limit: SUMS,
  takes: { query: CostsQuery },
  data: Costs,
  errors: ['INVALID_REQUEST'],
});
