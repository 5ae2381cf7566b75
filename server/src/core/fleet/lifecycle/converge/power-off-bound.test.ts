import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { HOUR_MS, SECOND_MS } from '../../../../kit/clock.ts';
import { isAppError } from '../../../../kit/errors.ts';
import { checkGpus } from '../../../testing/check-gpus.ts';
import { startCloud, type Cloud, type Customer } from '../../../testing/cloud.ts';

/** How long a guest is asked to shut down before it is switched off, plus storing the disk, plus the worker's next look. */
const OFF_WITHIN_MS = (90 + 6 + 4) * SECOND_MS;
const seconds = { boot: { min: 8, max: 8 }, hibernate: { min: 6, max: 6 } };
const { signal } = new AbortController();

/** For moves whose clock stops on request, before the machine is off: limits how much free time that can give away. */
describe('a guest that ignores every shutdown is off 90 seconds later, and nobody gets its GPU before', () => {
  let cloud: Cloud;
  let buyer: Customer;
  beforeEach(async () => {
    cloud = await startCloud({ hosts: { 'h100-sxm': [1] }, seconds });
    buyer = await cloud.customer('100');
  });
  afterEach(() => cloud.close());

  const power = async (id: string) => (await cloud.engine.observe(id, signal)).power;
  const tick = () => cloud.pass(2 * SECOND_MS, 2 * SECOND_MS);

  async function stubborn(owner: Customer, plan?: string): Promise<string> {
    const id = await owner.deploy(plan);
    await cloud.settle();
    await cloud.engine.faults.guestNeverEnds({ serverId: id });
    return id;
  }

  /** From now on, until the machine is off. */
  async function offInTime(id: string, meanwhile: () => Promise<void>): Promise<void> {
    const asked = cloud.clock.now().getTime();
    while ((await power(id)) !== 'hibernated') {
      assert.ok(cloud.clock.now().getTime() - asked <= OFF_WITHIN_MS, `it is still ${await power(id)}`);
      await meanwhile();
      await checkGpus(cloud);
      await tick();
    }
    assert.ok(cloud.clock.now().getTime() - asked >= 90 * SECOND_MS, 'it was asked to end first');
    await cloud.settle();
    assert.equal((await cloud.server(id)).status, 'HIBERNATED');
  }

  const notForSale = async () => {
    await assert.rejects(buyer.deploy(), (error) => isAppError(error, 'PLAN_NOT_AVAILABLE'));
  };
  const soldNow = async () => {
    const next = await buyer.deploy();
    await cloud.settle();
    assert.equal(await power(next), 'running');
  };

  test('its owner hibernates it', async () => {
    const owner = await cloud.customer('100');
    const id = await stubborn(owner);
    await owner.act(id, 'hibernate');
    await offInTime(id, notForSale);
    await soldNow();
  });

  test('its credit ends', async () => {
    const id = await stubborn(await cloud.customer('3.99'));
    cloud.clock.advance(HOUR_MS - 20 * SECOND_MS);
    while ((await cloud.server(id)).task !== 'hibernating') await tick();
    await offInTime(id, notForSale);
    await soldNow();
  });

  test('it gives way to an on-demand server', async () => {
    const id = await stubborn(await cloud.customer('100'), 'h100-sxm-x1-spot');
    const next = await buyer.deploy();
    await offInTime(id, async () => assert.equal(await power(next), 'absent'));
    assert.equal(await power(next), 'running');
  });
});
