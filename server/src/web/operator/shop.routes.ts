import * as rows from '@boreal/contract/endpoints/operator/shop.ts';
import type { GpuModel } from '@boreal/contract/shop/shop.ts';
import { addImage } from '../../core/money/catalog/images/add-image.ts';
import { addModel } from '../../core/money/catalog/add-model.ts';
import { addPlan } from '../../core/money/catalog/add-plan.ts';
import { addRegion } from '../../core/money/catalog/regions/add-region.ts';
import { selectImages } from '../../core/money/catalog/catalog.store.ts';
import { changeModel } from '../../core/money/catalog/change-model.ts';
import { changePlan } from '../../core/money/catalog/change-plan.ts';
import { changeRegion } from '../../core/money/catalog/regions/change-region.ts';
import { describePlan } from '../../core/money/catalog/describe-plan.ts';
import { listRegions } from '../../core/money/catalog/regions/list-regions.ts';
import { selectModels, type ModelRow } from '../../core/money/catalog/models.store.ts';
import { removeImage } from '../../core/money/catalog/images/remove-image.ts';
import { removeRegion } from '../../core/money/catalog/regions/remove-region.ts';
import { reinstateModel, retireModel } from '../../core/money/catalog/retire-model.ts';
import { reinstatePlan, retirePlan } from '../../core/money/catalog/retire-plan.ts';
import { bind } from '../../door/bind.ts';

/** What the operator sells: models, plans, images and regions. */
export const shopRoutes = bind(rows, {
  listModels: async (ctx) => (await selectModels(ctx.db.sql)).map(modelOf),
  addModel: async (ctx, { body }) => modelOf(await addModel(ctx, { ...body, position: null })),
  changeModel: async (ctx, { params, body }) => modelOf(await changeModel(ctx, { ...params, ...body })),
  retireModel: async (ctx, { params }) => modelOf(await retireModel(ctx, params)),
  reinstateModel: async (ctx, { params }) => modelOf(await reinstateModel(ctx, params)),
  addPlan: async (ctx, { body }) => ({ id: (await addPlan(ctx, body)).id }),
  changePlan: async (ctx, { params, body }) => ({ id: (await changePlan(ctx, { ...params, ...body })).id }),
  describePlan: async (ctx, { params, body }) => {
    await describePlan(ctx, { ...params, ...body });
    return { id: params.planId };
  },
  retirePlan: async (ctx, { params }) => ({ id: (await retirePlan(ctx, params)).id }),
  reinstatePlan: async (ctx, { params }) => ({ id: (await reinstatePlan(ctx, params)).id }),
  listImages: (ctx) => selectImages(ctx.db.sql),
  setImage: (ctx, { body }) => addImage(ctx, body),
  removeImage: async (ctx, { params }) => {
    await removeImage(ctx, params);
    return { id: params.imageId };
  },
  listRegions: (ctx) => listRegions(ctx),
  addRegion: async (ctx, { body }) => ({ id: (await addRegion(ctx, body)).id }),
  changeRegion: async (ctx, { params, body }) => ({ id: (await changeRegion(ctx, { ...params, ...body })).id }),
  removeRegion: async (ctx, { params }) => {
    await removeRegion(ctx, params);
    return { id: params.regionId };
  },
});

function modelOf({ retiredAt, ...model }: ModelRow): GpuModel {
  return { ...model, retiredAt: retiredAt?.toISOString() ?? null };
}
