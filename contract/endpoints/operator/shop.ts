import { z } from 'zod';
import { RegionInfo } from '../../shop/catalog.ts';
import { operatorChanges, operatorReads } from '../../api/console-rows.ts';
import { Done } from '../../api/done.ts';
import { IdText } from '../../values/ids.ts';
import {
  AddModelRequest,
  AddPlanRequest,
  AddRegionRequest,
  ChangeModelRequest,
  ChangePlanRequest,
  ChangeRegionRequest,
  DescribePlanRequest,
  GpuModel,
  OperatorImage,
  SetImageRequest,
} from '../../shop/shop.ts';

const read = operatorReads('catalog.read');
const write = operatorChanges('catalog.write');

const ModelPath = z.object({ slug: IdText });
const PlanPath = z.object({ planId: IdText });
const RegionPath = z.object({ regionId: IdText });
const refused = { errors: ['INVALID_REQUEST', 'NOT_FOUND'] } as const;

export const listModels = read.get('/models', 'Every GPU model, in the order of the catalog', {
  takes: {},
  data: z.array(GpuModel),
});

export const addModel = write.post('/models', 'Add a GPU model; it is shown when it has a plan', {
  takes: { body: AddModelRequest },
  status: 201,
  data: GpuModel,
  errors: ['INVALID_REQUEST'],
});

export const changeModel = write.put('/models/:slug', 'Change what a model is called, its memory or its place', {
  ...refused,
  takes: { params: ModelPath, body: ChangeModelRequest },
  data: GpuModel,
});

export const retireModel = write.post('/models/:slug/retire', 'Take a model and its plans out of the catalog', {
  ...refused,
  takes: { params: ModelPath },
  data: GpuModel,
});

export const reinstateModel = write.post('/models/:slug/reinstate', 'Take a model back into the catalog, without its plans', {
  ...refused,
  takes: { params: ModelPath },
  data: GpuModel,
});

export const addPlan = write.post('/plans', 'Add a plan, not yet offered', {
  ...refused,
  takes: { body: AddPlanRequest },
  status: 201,
  data: Done,
});

export const changePlan = write.put('/plans/:planId/sizes', 'Change the sizes of a plan that nobody has or can buy', {
  ...refused,
  takes: { params: PlanPath, body: ChangePlanRequest },
  data: Done,
});

export const describePlan = write.put('/plans/:planId/hardware', 'Say which processor and network stand behind a plan, or say it no more', {
  ...refused,
  takes: { params: PlanPath, body: DescribePlanRequest },
  data: Done,
});

export const retirePlan = write.post('/plans/:planId/retire', 'Take a plan out of the catalog; its servers go on', {
  ...refused,
  takes: { params: PlanPath },
  data: Done,
});

export const reinstatePlan = write.post('/plans/:planId/reinstate', 'Take a plan back into the catalog, not yet offered', {
  ...refused,
  takes: { params: PlanPath },
  data: Done,
});

export const listImages = read.get('/images', 'Every image, the default first', { takes: {}, data: z.array(OperatorImage) });

export const setImage = write.post('/images', 'Declare an image, or change one that is there', {
  takes: { body: SetImageRequest },
  data: OperatorImage,
  errors: ['INVALID_REQUEST'],
});

export const removeImage = write.delete('/images/:imageId', 'Remove an image that no server was made from', {
  ...refused,
  takes: { params: z.object({ imageId: IdText }) },
  data: Done,
});

export const listRegions = read.get('/regions', 'Every region, the default first', { takes: {}, data: z.array(RegionInfo) });

export const addRegion = write.post('/regions', 'Add a region; it sells nothing until a pool stands in it', {
  takes: { body: AddRegionRequest },
  status: 201,
  data: Done,
  errors: ['INVALID_REQUEST'],
});

export const changeRegion = write.put('/regions/:regionId', 'Change what is said of a region, or make it the default', {
  ...refused,
  takes: { params: RegionPath, body: ChangeRegionRequest },
  data: Done,
});

export const removeRegion = write.delete('/regions/:regionId', 'Remove a region that nothing stands in', {
  ...refused,
  takes: { params: RegionPath },
  data: Done,
});
