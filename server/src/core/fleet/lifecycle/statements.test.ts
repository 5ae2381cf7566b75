import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startCloud } from '../../testing/cloud.ts';
import { countStatements } from '../../testing/count-statements.ts';
import { convergeServer } from './converge/converge-server.ts';
import { machineSpec } from './converge/machine-spec.ts';

// Each of them is a round trip while the account's lock is held, so together they limit how fast one customer can deploy.
const DEPLOYMENT = 12;
const IDLE_STEP = 4;
const ARRIVAL = 13;

const cloud = await startCloud();
const customer = await cloud.customer('100');
// The first one also opens the connections.
await customer.deploy();
await cloud.settle();
after(() => cloud.close());

test(`a deployment is at most ${DEPLOYMENT} statements, and asks for no row twice`, async () => {
  const statements = await countStatements(() => customer.deploy());
  assert.ok(statements.length <= DEPLOYMENT, statements.join('\n'));
  assert.equal(statements.filter((text) => /from "ledger_accounts".*for update/s.test(text)).length, 1);
  await cloud.settle();
});

test('what a machine should be is read in one statement', async () => {
  const id = await customer.deploy();
  const server = await cloud.server(id);
  assert.equal((await countStatements(() => machineSpec(cloud.ctx, server))).length, 1);
  await cloud.settle();
});

test(`a look at a machine that still boots is at most ${IDLE_STEP} statements, and locks no money`, async () => {
  await cloud.engine.faults.slow({ factor: 10 });
  const id = await customer.deploy();
  const first = await convergeServer(cloud.ctx, cloud.engines, id);
  await cloud.engine.faults.clear();
  assert.ok(first.is === 'wait');
  cloud.clock.advance(first.ms);
  const statements = await countStatements(async () => {
    const result = await convergeServer(cloud.ctx, cloud.engines, id);
    assert.equal(result.is === 'wait' && result.reason, 'starting');
  });
  assert.ok(statements.length <= IDLE_STEP, statements.join('\n'));
  assert.doesNotMatch(statements.join('\n'), /ledger_accounts|advisory/);
  await cloud.settle();
});

test(`the look that finds a machine running is at most ${ARRIVAL} statements, most of them under the account's lock`, async () => {
  const id = await customer.deploy();
  const first = await convergeServer(cloud.ctx, cloud.engines, id);
  assert.ok(first.is === 'wait');
  cloud.clock.advance(first.ms);
  const statements = await countStatements(async () => {
    assert.deepEqual(await convergeServer(cloud.ctx, cloud.engines, id), { is: 'done' });
  });
  assert.ok(statements.length <= ARRIVAL, statements.join('\n'));
});

test('nobody looks at a machine before it is ready, where the engine knows when', async () => {
  const id = await customer.deploy();
  const first = await convergeServer(cloud.ctx, cloud.engines, id);
  assert.ok(first.is === 'wait' && first.ms >= 5000, 'a simulated machine boots in 5 seconds or more');
  cloud.clock.advance(first.ms - 1);
  assert.deepEqual(await convergeServer(cloud.ctx, cloud.engines, id), { is: 'done' }, 'nothing is due');
  assert.equal((await cloud.server(id)).status, 'PROVISIONING');
  cloud.clock.advance(1);
  await convergeServer(cloud.ctx, cloud.engines, id);
  assert.equal((await cloud.server(id)).status, 'ACTIVE');
});

test('the time a start may take is noticed when it is over, however long the engine says that it takes', async () => {
  const id = await customer.deploy();
  await cloud.engine.faults.slow({ factor: 1000 });
  await convergeServer(cloud.ctx, cloud.engines, id);
  const { deadlineAt } = await cloud.server(id);
  assert.ok(deadlineAt);
  cloud.clock.advance(deadlineAt.getTime() - cloud.clock.now().getTime() - 1500);
  const last = await convergeServer(cloud.ctx, cloud.engines, id);
  assert.deepEqual(last, { is: 'wait', ms: 1500, reason: 'starting' });
  await cloud.engine.faults.clear();
  await cloud.settle();
});
