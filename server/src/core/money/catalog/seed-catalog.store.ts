import { sql } from 'kysely';
import type { Tx } from '../../../db/connect.ts';
import { defaultImages, defaultModels, defaultPlans, STORAGE_GB, STORAGE_TYPE, type DefaultPlan } from './default-catalog.ts';

/** Gives a new installation something to sell. No effect on a catalog that contains any plan. */
export async function seedCatalog(tx: Tx, now: Date): Promise<void> {
  // Two processes that start at the same time must not both find the catalog empty.
  await sql`lock table plans in share row exclusive mode`.execute(tx);
  if (await tx.selectFrom('plans').select('id').limit(1).executeTakeFirst()) return;

  const plans = defaultPlans();
  await tx
    .insertInto('gpuModels')
    .values(defaultModels.map(({ slug, name, memoryGb }, position) => ({ slug, name, memoryGb, position })))
    .execute();
  await tx
    .insertInto('plans')
    .values(plans.map((plan) => planRow(plan, now)))
    .execute();
  await tx
    .insertInto('prices')
    .values(plans.flatMap((plan) => priceRows(plan, now)))
    .execute();
  await tx
    .insertInto('images')
    .values(defaultImages.map((image) => ({ ...image, labels: [...image.labels], arch: 'x86_64', createdAt: now })))
    .execute();
}

function planRow({ price, ...plan }: DefaultPlan, now: Date) {
  return {
    ...plan,
    storageGb: STORAGE_GB,
    storageType: STORAGE_TYPE,
    priceOnRequest: price === null,
    purchasable: true,
    // A plan without a price is arranged with a person, who also deploys it.
    autoProvisioning: price !== null,
    createdAt: now,
  };
}

function priceRows({ id, price }: DefaultPlan, now: Date) {
  return price === null ? [] : [{ planId: id, accountId: null, validFrom: now, ...price, createdAt: now }];
}
