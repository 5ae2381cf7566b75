import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { MINUTE_MS } from '../../../kit/clock.ts';
import { verifyLedger } from '../verification/verify-ledger.ts';
import { setHostState } from '../../fleet/capacity/hosts/set-host-state.ts';
import { evacuateHosts } from '../../fleet/lifecycle/watch/evacuate-hosts.ts';
import { startCloud, type Cloud, type Customer } from '../../testing/cloud.ts';
import { suspendAccount } from './suspend-account.ts';

const HOST = 'h100-sxm-0';

describe('a server of a suspended account whose hour was given back is hibernated and charged nothing', () => {
  let cloud: Cloud;
  let customer: Customer;
  let id: string;
  before(async () => {
    cloud = await startCloud({ hosts: { 'h100-sxm': [1, 1] } });
  });
  beforeEach(async () => {
    customer = await cloud.customer('100');
    id = await customer.deploy();
    await cloud.settle();
  });
  afterEach(async () => {
    const balance = await customer.balance();
    await cloud.pass(3 * MINUTE_MS);
    assert.deepEqual([(await cloud.server(id)).status, await customer.balance()], ['HIBERNATED', balance]);
    await customer.remove(id);
    await cloud.settle();
    for (const check of await verifyLedger(cloud.db.sql)) assert.deepEqual(check.broken, [], check.name);
  });
  after(() => cloud.close());

  const suspend = () => suspendAccount(cloud.ctx, { accountId: customer.ctx.accountId, reason: 'The card was reported stolen.' });
  async function inError(): Promise<void> {
    await cloud.engine.faults.hostLost(HOST);
    await cloud.pass(2 * MINUTE_MS);
    assert.equal((await cloud.server(id)).status, 'ERROR');
    await suspend();
    await cloud.engine.faults.hostBack(HOST);
  }

  test('when its host is back', inError);

  for (const action of ['stop', 'reboot'] as const) {
    test(`after a ${action} in ERROR`, async () => {
      await inError();
      await customer.act(id, action);
    });
  }

  test('when it has moved from a host that is drained', async () => {
    await suspend();
    const { id: hostId } = await cloud.db.sql.selectFrom('hosts').select('id').where('name', '=', HOST).executeTakeFirstOrThrow();
    await setHostState(cloud.ctx, { hostId, state: 'draining' });
    const [evacuation] = await evacuateHosts(cloud.ctx, cloud.engine);
    assert.deepEqual(evacuation?.moving, [id]);
    // Its hour is refunded once its machine is off.
    const whole = await customer.balance();
    await cloud.settle();
    assert.ok((await customer.balance()) > whole);
    await setHostState(cloud.ctx, { hostId, state: 'accepting' });
  });
});
