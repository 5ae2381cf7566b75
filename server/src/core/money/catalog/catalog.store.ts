import { sql, type Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import { prepared } from '../../../db/prepared.ts';
import type { Images } from '../../../db/rows.gen.ts';
import type { Plan } from './plan.ts';

export type ImageRow = Selectable<Images>;

export function findPlan(db: Sql | Tx, id: string): Promise<Plan | null> {
  return firstOrNull(plans(db).where('plans.id', '=', id).modifyEnd(prepared));
}

/** Locks the plan's row until the transaction ends. */
export function lockPlan(tx: Tx, id: string): Promise<Plan | null> {
  return firstOrNull(plans(tx).where('plans.id', '=', id).forUpdate('plans'));
}

/** Locks a model's plans, including retired ones, until the transaction ends. */
export function lockPlansOf(tx: Tx, gpuModel: string): Promise<Plan[]> {
  return plans(tx).where('plans.gpuModel', '=', gpuModel).orderBy('plans.id').forUpdate('plans').execute();
}

/** Every plan that is not retired: models in the catalog's order, fewest GPUs first, on demand before spot. */
export function listPlans(db: Sql | Tx): Promise<Plan[]> {
  return inOrder(plans(db).where('plans.retiredAt', 'is', null)).execute();
}

/** The same, including retired plans. */
export function listEveryPlan(db: Sql | Tx): Promise<Plan[]> {
  return inOrder(plans(db)).execute();
}

function inOrder(query: ReturnType<typeof plans>) {
  return query.orderBy('gpuModels.position').orderBy('plans.gpuModel').orderBy('plans.gpuCount').orderBy('plans.spot');
}

/** Plans with their models, as a base for statements that join more. */
export function plans(db: Sql | Tx) {
  return db
    .selectFrom('plans')
    .innerJoin('gpuModels', 'gpuModels.slug', 'plans.gpuModel')
    .select([
      'plans.id',
      'plans.gpuModel',
      'gpuModels.name as modelName',
      'gpuModels.memoryGb',
      'plans.gpuCount',
      'plans.spot',
      'plans.hourlyOnly',
      'plans.vcores',
      'plans.ramGb',
      'plans.storageGb',
      'plans.storageType',
      'plans.localStorageGb',
      'plans.cpuModel',
      'plans.network',
      'plans.priceOnRequest',
      'plans.purchasable',
      'plans.autoProvisioning',
      'plans.retiredAt',
    ]);
}

export async function updatePlanFlags(
  tx: Tx,
  input: { planId: string; flags: Pick<Plan, 'purchasable' | 'autoProvisioning' | 'priceOnRequest'> },
): Promise<void> {
  await tx.updateTable('plans').set(input.flags).where('id', '=', input.planId).execute();
}

export function findImage(db: Sql | Tx, id: string): Promise<ImageRow | null> {
  return firstOrNull(db.selectFrom('images').selectAll().where('id', '=', id));
}

/** The image a server gets by default; null before the first image is added. */
export function findDefaultImage(db: Sql | Tx): Promise<ImageRow | null> {
  return firstOrNull(db.selectFrom('images').selectAll().where('isDefault', '=', true));
}

/** Locks an image until the transaction ends: waits for servers being made from it, and makes others wait. Take `lockImages` first. */
export function lockImage(tx: Tx, id: string): Promise<ImageRow | null> {
  return firstOrNull(tx.selectFrom('images').selectAll().where('id', '=', id).forUpdate());
}

/** Keeps others from adding, changing or removing an image until the transaction ends. */
export async function lockImages(tx: Tx): Promise<void> {
  await sql`lock table images in share row exclusive mode`.execute(tx);
}

/** The default image first, then by id. */
export function selectImages(db: Sql | Tx): Promise<ImageRow[]> {
  return db.selectFrom('images').selectAll().orderBy('isDefault', 'desc').orderBy('id').execute();
}

/** Leaves no image as the default, until another becomes it in the same transaction. */
export async function clearDefaultImage(tx: Tx): Promise<void> {
  await tx.updateTable('images').set({ isDefault: false }).where('isDefault', '=', true).execute();
}

/** Adds an image or changes an existing one. A default image stays the default. */
export function upsertImage(
  tx: Tx,
  {
    at,
    isDefault,
    ...said
  }: Pick<ImageRow, 'id' | 'name' | 'username' | 'engineName' | 'type' | 'version' | 'sizeGb' | 'isDefault' | 'labels'> & { at: Date },
): Promise<ImageRow> {
  return tx
    .insertInto('images')
    .values({ ...said, isDefault, arch: 'x86_64', createdAt: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...said, ...(isDefault && { isDefault }) }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Servers that predate the stored user of each server keep the user that they were made with. */
export async function keepSshUsers(tx: Tx, { id, username }: Pick<ImageRow, 'id' | 'username'>): Promise<void> {
  await tx.updateTable('servers').set({ sshUser: username }).where('imageId', '=', id).where('sshUser', 'is', null).execute();
}

export async function isImageUsed(db: Sql | Tx, imageId: string): Promise<boolean> {
  return (await db.selectFrom('servers').select('id').where('imageId', '=', imageId).limit(1).executeTakeFirst()) !== undefined;
}

export async function deleteImage(tx: Tx, imageId: string): Promise<void> {
  await tx.deleteFrom('images').where('id', '=', imageId).execute();
}

/** The account's environments that have servers, oldest first, with how many. */
export function selectEnvironments(db: Sql | Tx, accountId: string) {
  return db
    .selectFrom('environments as e')
    .innerJoin('servers as s', 's.environmentId', 'e.id')
    .select((eb) => ['e.id', 'e.name', 'e.region', 'e.createdAt', eb.fn.countAll<bigint>().as('serverCount')])
    .where('e.accountId', '=', accountId)
    .where('s.status', '<>', 'DELETED')
    .groupBy('e.id')
    .orderBy('e.id')
    .execute();
}
