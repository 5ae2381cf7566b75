import { sql, type Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { GpuModels } from '../../../db/rows.gen.ts';

export type ModelRow = Selectable<GpuModels>;

/** Locks a model until the transaction ends: no plan is added to it meanwhile. */
export function lockModel(tx: Tx, slug: string): Promise<ModelRow | null> {
  return firstOrNull(tx.selectFrom('gpuModels').selectAll().where('slug', '=', slug).forUpdate());
}

/** In the catalog's order, including retired models. */
export function selectModels(db: Sql | Tx): Promise<ModelRow[]> {
  return db.selectFrom('gpuModels').selectAll().orderBy('position').orderBy('slug').execute();
}

/** Moves the models from this position on back by one, to make room for another. */
export async function makeRoomAt(tx: Tx, position: number): Promise<void> {
  await tx
    .updateTable('gpuModels')
    .set((eb) => ({ position: eb('position', '+', 1) }))
    .where('position', '>=', position)
    .execute();
}

/** Adds a model at the end of the catalog, or at `position`; null if there is already one with this slug. */
export function insertModel(
  tx: Tx,
  { position, ...row }: Pick<ModelRow, 'slug' | 'name' | 'memoryGb' | 'pciIds'> & { position: number | null },
): Promise<ModelRow | null> {
  const last = sql<number>`(select coalesce(max(position) + 1, 0) from gpu_models)`;
  const inserted = tx
    .insertInto('gpuModels')
    .values({ ...row, position: position ?? last })
    .onConflict((conflict) => conflict.column('slug').doNothing());
  return firstOrNull(inserted.returningAll());
}

export async function updateModel(tx: Tx, { slug, ...change }: ModelRow): Promise<void> {
  await tx.updateTable('gpuModels').set(change).where('slug', '=', slug).execute();
}
