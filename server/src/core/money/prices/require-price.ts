import type { Sql, Tx } from '../../../db/connect.ts';
import { findPrice } from './price-in-force.store.ts';
import type { Price } from '../catalog/plan.ts';

/** What an account pays for a plan it has: its own price in force, or else the list price. Plans with servers always have one. */
export async function requirePrice(db: Sql | Tx, input: { planId: string; accountId: string; at: Date }): Promise<Price> {
  const price = await findPrice(db, input);
  if (!price) throw new Error(`plan ${input.planId} has no price in force`);
  return price;
}
