import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startCloud } from '../../testing/cloud.ts';
import { listPlanFacts } from '../../fleet/availability/list-plan-facts.ts';
import { listGpuPlans } from '../../fleet/availability/list-gpu-plans.ts';
import { listEveryPlan } from './catalog.store.ts';
import { describePlan } from './describe-plan.ts';
import { retirePlan } from './retire-plan.ts';

const cloud = await startCloud({ hosts: {} });
after(() => cloud.close());
const { ctx } = cloud;
const factsOf = async (id: string) => (await listPlanFacts(ctx)).find(({ planId }) => planId === id);

test('an operator says which processor and network stand behind a plan that customers can buy, and says it no more', async () => {
  const planId = 'h100-sxm-x8';
  const known = { planId, gpuBandwidth: 3350, gpuLink: { kind: 'NVLink', gbPerSecond: 900 } };
  assert.deepEqual(await factsOf(planId), { ...known, cpuModel: null, network: null }, 'nothing is said that nobody has declared');
  await describePlan(ctx, { planId, cpuModel: 'AMD EPYC 9654', network: '25 Gbit/s' });
  assert.deepEqual(await factsOf(planId), { ...known, cpuModel: 'AMD EPYC 9654', network: '25 Gbit/s' });
  const [plan] = await describePlan(ctx, { planId, network: null });
  assert.deepEqual([plan?.cpuModel, plan?.network], ['AMD EPYC 9654', null], 'what is left out stays');
  const logged = await cloud.db.sql.selectFrom('auditEntries').select('action').where('target', '=', planId).execute();
  assert.deepEqual(
    logged.map(({ action }) => action),
    ['plan.described', 'plan.described'],
  );
  await assert.rejects(describePlan(ctx, { planId: 'none', network: '1 Gbit/s' }), { code: 'NOT_FOUND' });
});

test('one word describes every size of a GPU model that is sold, and no other', async () => {
  await retirePlan(ctx, { planId: 'l4-x2' });
  const described = await describePlan(ctx, { planId: 'l4-x1', network: '10 Gbit/s', everySize: true });
  const l4 = (await listEveryPlan(cloud.db.sql)).filter(({ network }) => network === '10 Gbit/s').map(({ id }) => id);
  assert.deepEqual(described.map(({ id }) => id).toSorted(), l4.toSorted());
  assert.ok(l4.includes('l4-x1-spot') && l4.every((id) => id.startsWith('l4-') && id !== 'l4-x2'), l4.join(' '));
});

test('one GPU has nobody to speak with, and the shape that the specification says has no more in it', async () => {
  await describePlan(ctx, { planId: 'h100-sxm-x1', cpuModel: 'AMD EPYC 9654', network: '25 Gbit/s' });
  assert.equal((await factsOf('h100-sxm-x1'))?.gpuLink, null);
  const customer = await cloud.customer('10');
  const [plan] = await listGpuPlans(customer.ctx);
  assert.ok(plan);
  for (const key of ['cpuModel', 'network']) assert.ok(!(key in plan) && !(key in plan.specs), key);
});
