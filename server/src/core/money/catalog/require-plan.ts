import type { Sql, Tx } from '../../../db/connect.ts';
import { findPlan } from './catalog.store.ts';
import type { Plan } from './plan.ts';

/** A plan that must exist because a server has it. */
export async function requirePlan(db: Sql | Tx, planId: string): Promise<Plan> {
  const plan = await findPlan(db, planId);
  if (!plan) throw new Error(`plan ${planId} of a server is not in the catalog`);
  return plan;
}
