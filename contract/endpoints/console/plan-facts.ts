import { z } from 'zod';
import { memberReads } from '../../api/console-rows.ts';
import { endpointRows } from '../../api/endpoint.ts';
import { PlanFacts } from '../../shop/plan-facts.ts';

const read = endpointRows({ ...memberReads, needs: 'servers.read' });

export const listPlanFacts = read.get('/plan-facts', 'What is known of the hardware of each plan for sale', {
  takes: {},
  data: z.array(PlanFacts),
});
