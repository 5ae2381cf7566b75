import type { Sql, Tx } from '../../../db/connect.ts';
import type { Plan, PlanHardware, PlanSize } from './plan.ts';

/** Adds a plan. False if there is one with this id, or one with the same GPUs that is not retired. */
export async function insertPlan(tx: Tx, { modelName: _name, memoryGb: _memory, ...row }: Plan, at: Date): Promise<boolean> {
  const inserted = await tx
    .insertInto('plans')
    .values({ ...row, createdAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updatePlanSize(tx: Tx, { planId, size }: { planId: string; size: PlanSize }): Promise<void> {
  const { vcores, ramGb, storageGb, storageType, localStorageGb } = size;
  await tx.updateTable('plans').set({ vcores, ramGb, storageGb, storageType, localStorageGb }).where('id', '=', planId).execute();
}

export async function updatePlanHardware(tx: Tx, { planId, hardware }: { planId: string; hardware: PlanHardware }): Promise<void> {
  const { cpuModel, network } = hardware;
  await tx.updateTable('plans').set({ cpuModel, network }).where('id', '=', planId).execute();
}

/** Whether a server was ever made from it, including deleted servers. */
export async function isPlanUsed(db: Sql | Tx, planId: string): Promise<boolean> {
  return (await db.selectFrom('servers').select('id').where('planId', '=', planId).limit(1).executeTakeFirst()) !== undefined;
}

/** Takes plans out of the catalog; returns the ids of those that were in it. */
export async function retirePlans(tx: Tx, by: { planId: string } | { gpuModel: string }, at: Date): Promise<string[]> {
  const update = tx.updateTable('plans').set({ retiredAt: at, purchasable: false }).where('retiredAt', 'is', null);
  const these = 'planId' in by ? update.where('id', '=', by.planId) : update.where('gpuModel', '=', by.gpuModel);
  return (await these.returning('id').execute()).map(({ id }) => id);
}

/** Shows a retired plan again. False if another has taken its place. */
export async function reinstatePlan(tx: Tx, plan: Pick<Plan, 'id' | 'gpuModel' | 'gpuCount' | 'spot'>): Promise<boolean> {
  const updated = await tx
    .updateTable('plans')
    .set({ retiredAt: null })
    .where('id', '=', plan.id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('plans as other')
            .select('other.id')
            .where('other.gpuModel', '=', plan.gpuModel)
            .where('other.gpuCount', '=', plan.gpuCount)
            .where('other.spot', '=', plan.spot)
            .where('other.retiredAt', 'is', null),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}
