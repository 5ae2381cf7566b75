import * as rows from '@boreal/contract/endpoints/console/plan-facts.ts';
import { listPlanFacts } from '../core/fleet/availability/list-plan-facts.ts';
import { bind } from '../door/bind.ts';

/** What people learn about a plan's hardware before they choose it. */
export const planFactsRoutes = bind(rows, { listPlanFacts: (ctx) => listPlanFacts(ctx) });
