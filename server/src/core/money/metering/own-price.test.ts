import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { listGpuPlans } from '../../fleet/availability/list-gpu-plans.ts';
import { publicAvailability } from '../../fleet/availability/public-availability.ts';
import { setPlanFlags } from '../prices/set-plan-flags.ts';
import { setPrice } from '../prices/set-price.ts';
import { quoteDeployment } from '../../fleet/lifecycle/create/quote-deployment.ts';
import { readServerView } from '../../fleet/servers/views/server-views.store.ts';
import { startCloud, type Cloud, type Customer } from '../../testing/cloud.ts';
import { verifyLedger } from '../verification/verify-ledger.ts';
import { readBurnRate } from '../credit/burn-rate.store.ts';
import { listLowCreditAccounts } from '../../commerce/credit-warnings/credit-warnings.store.ts';
import { getServerUsage } from '../../fleet/servers/views/get-server-usage.ts';

const CAD = 1_000_000n;
const PLAN = 'b200-sxm-x8';

describe('a plan that has no list price, but an account’s own', () => {
  let cloud: Cloud;
  let owner: Customer;
  before(async () => {
    cloud = await startCloud({ hosts: { 'b200-sxm': [8] } });
    owner = await cloud.customer('1000');
    await setPrice(cloud.ctx, { planId: PLAN, accountId: owner.ctx.accountId, hourlyMicros: 40n * CAD });
    await setPlanFlags(cloud.ctx, { planId: PLAN, priceOnRequest: false, autoProvisioning: true });
  });
  after(async () => {
    try {
      for (const check of await verifyLedger(cloud.db.sql)) assert.deepEqual(check.broken, [], check.name);
    } finally {
      await cloud.close();
    }
  });

  const eligibility = async ({ ctx }: Customer) => (await listGpuPlans(ctx)).find(({ id }) => id === PLAN)?.eligibility;

  test('is deployed by that account alone, and told to nobody else', async () => {
    const stranger = await cloud.customer('1000');
    assert.deepEqual([await eligibility(owner), await eligibility(stranger)], ['deployable', 'contact']);
    await assert.rejects(stranger.deploy(PLAN), { code: 'PLAN_NOT_AVAILABLE' });
    const door = { siteUrl: 'https://boreal.example', locale: 'en' } as const;
    assert.deepEqual((await quoteDeployment(owner.ctx, { productId: PLAN }, door)).reasons, []);
    assert.deepEqual((await quoteDeployment(stranger.ctx, { productId: PLAN }, door)).reasons, ['PLAN_NOT_AVAILABLE']);
    const { models } = await publicAvailability(cloud.db.sql, cloud.clock);
    const size = models.flatMap(({ sizes }) => sizes).find(({ id }) => id === PLAN);
    assert.deepEqual([size?.available, size?.priceOnRequest], [false, true]);
  });

  test('every hour of its server is billed, and warnings and agents’ caps count it', async () => {
    const id = await owner.deploy(PLAN);
    await cloud.settle();
    await cloud.pass(6 * HOUR_MS + MINUTE_MS);
    const { usage } = await getServerUsage(owner.ctx, { serverId: id });
    assert.deepEqual([usage.hours.length, usage.totals.total, usage.hourlyRate], [7, 280, 40]);
    assert.equal(await owner.balance(), 720n * CAD);

    const at = cloud.clock.now();
    const { accountId } = owner.ctx;
    assert.equal(await readBurnRate(cloud.db.sql, { accountId, at }), 40n * CAD);
    assert.equal((await readServerView(cloud.db, { accountId, now: at, serverId: id }))?.hourlyMicros, 40n * CAD);
    const low = await listLowCreditAccounts(cloud.db.sql, { at, belowHours: 19 });
    assert.deepEqual(
      low.map((account) => [account.accountId, account.burnMicros]),
      [[accountId, 40n * CAD]],
    );
    const warnings = await cloud.db.sql.selectFrom('notices').select('kind').where('accountId', '=', accountId).execute();
    assert.deepEqual(warnings, [{ kind: 'low_credit' }], 'eighteen hours are left');
    await owner.remove(id);
  });
});
