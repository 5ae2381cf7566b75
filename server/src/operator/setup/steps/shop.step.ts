import { parseCad } from '@boreal/contract/values/money.ts';
import { setPriceByHand } from '../../../core/commerce/operator-requests/price-by-hand.ts';
import type { Ctx } from '../../../core/ground/ctx.ts';
import { addModel } from '../../../core/money/catalog/add-model.ts';
import { addPlan } from '../../../core/money/catalog/add-plan.ts';
import { listEveryPlan } from '../../../core/money/catalog/catalog.store.ts';
import { defaultModels, STORAGE_TYPE } from '../../../core/money/catalog/default-catalog.ts';
import { setPlanFlags } from '../../../core/money/prices/set-plan-flags.ts';
import type { HostFound } from '../../../engines/engine-hosts.ts';
import { OperatorError } from '../../operator-error.ts';
import { cad } from '../../output.ts';
import { INVOCATION } from '../../verb.ts';
import { memoryOf, modelSlugs } from '../incus/discover.ts';
import { soldOf, type Sold } from '../incus/sold.ts';
import { shareOf, timesShare } from '../incus/plan-sizes.rules.ts';
import { incusOf } from '../incus/with-incus.ts';
import { requireCtx } from '../require-ctx.ts';
import type { Change, Setup, Step } from '../step.ts';

/** The models of the cards found, plans for them, and their prices. What the operator has already made stays as it is. */
export const shopStep: Step = {
  name: 'shop',
  async plan(setup) {
    if ((await incusOf(setup)) === null) return { stands: 'yours to fill', changes: [] };
    const ctx = await setup.ctx();
    const sold = await soldOf(setup, ctx);
    const plans = ctx ? await listEveryPlan(ctx.db.sql) : [];
    const models = await modelSlugs(ctx);
    const changes: Change[] = [];
    for (const one of sold) {
      const ids = [...new Set([1, Math.max(...one.counts)])].map((gpus) => ({ gpus, id: `${one.model}-x${gpus}` }));
      const present = plans.filter(({ gpuModel }) => gpuModel === one.model);
      // If the operator has made other plans for it, they have decided what to sell.
      if (present.some((plan) => ids.every(({ id }) => id !== plan.id))) continue;
      const missing = ids.filter(({ id }) => !present.some((plan) => plan.id === id && (plan.retiredAt !== null || !plan.priceOnRequest)));
      if (missing.length > 0 && !models.includes(one.model)) changes.push(await modelChange(setup, ctx, one));
      const made = present.map(({ id }) => id);
      if (missing.length > 0) changes.push(...(await planChanges(setup, ctx, one, { missing, made })));
    }
    const stands =
      plans.length > 0 && changes.length === 0 ? plans.map(({ id }) => id).join(', ') : sold.map(({ model }) => model).join(', ');
    return { stands: stands || 'nothing to sell yet: no GPU was found', changes };
  },
};

function known(model: string): { name: string; memoryGb: number; hourlyMicros: bigint | null } | undefined {
  return defaultModels.find(({ slug }) => slug === model);
}

async function modelChange({ machine }: Setup, ctx: Ctx | null, { model, name, device }: Sold): Promise<Change> {
  const memoryGb = known(model)?.memoryGb ?? (device === null ? 1 : await memoryOf(machine, device));
  if (memoryGb === null)
    throw new OperatorError(
      `How much memory a ${name} has cannot be read without its driver. Say it: ${INVOCATION} model add ${model} --name "${name}" --memory GB, then go on.`,
    );
  const shown = known(model)?.name ?? name;
  return {
    verb: 'add',
    what: `the model ${shown}`,
    run: async () => void (await addModel(requireCtx(ctx), { slug: model, name: shown, memoryGb, position: null, pciIds: [] })),
  };
}

/** A plan with one GPU, and one with all of a host's. */
async function planChanges(
  { answers }: Setup,
  ctx: Ctx | null,
  { model, counts, found }: Sold,
  { missing, made }: { missing: readonly { gpus: number; id: string }[]; made: readonly string[] },
): Promise<Change[]> {
  const usual = known(model)?.hourlyMicros ?? null;
  const price = parseCad(await answers.get('price', usual === null ? {} : { byDefault: cad(usual).replaceAll(',', '') })) ?? 0n;
  const most = Math.max(...counts);
  return missing.map(({ gpus, id: planId }) => {
    const hourlyMicros = price * BigInt(gpus);
    const run = async () => {
      const share = found === null ? null : shareOf(found, most);
      if (found === null)
        throw new OperatorError(`Incus does not say how large its host is. Make a plan by hand: ${INVOCATION} plan add ${model} --help`);
      if (share === null)
        throw new OperatorError(
          `The host has not enough memory or storage for ${most} servers. Make room, or a plan by hand: ${INVOCATION} plan add ${model}`,
        );
      const size = { ...timesShare(share, gpus), storageType: STORAGE_TYPE };
      const inCtx = requireCtx(ctx);
      if (!made.includes(planId)) await addPlan(inCtx, { gpuModel: model, gpuCount: gpus, spot: false, hourlyOnly: false, ...size });
      const { requestId } = await setPriceByHand(inCtx, { planId, hourlyMicros });
      if (requestId === null) await setPlanFlags(inCtx, { planId, purchasable: true, autoProvisioning: true, priceOnRequest: false });
    };
    return { verb: 'add', what: `the plan ${planId}${sizeText(found, most, gpus)} for ${cad(hourlyMicros)} CAD an hour`, run };
  });
}

function sizeText(found: HostFound | null, most: number, gpus: number): string {
  const share = found === null ? null : shareOf(found, most);
  if (share === null) return '';
  const { vcores, ramGb, storageGb, localStorageGb } = timesShare(share, gpus);
  return ` (${vcores} cores, ${ramGb} GB of memory, ${storageGb} GB of system disk, ${localStorageGb} GB of work disk)`;
}
