import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startCloud } from '../../testing/cloud.ts';
import { countStatements } from '../../testing/count-statements.ts';
import { convergeServer } from './converge/converge-server.ts';

// Each of them is a round trip while the account's lock is held, so together they limit how fast one customer deploys.
const DEPLOYMENT = 12;
const IDLE_STEP = 4;

const cloud = await startCloud();
const customer = await cloud.customer('100');
// The first one also makes the connections.
await customer.deploy();
await cloud.settle();
after(() => cloud.close());

test(`a deployment is at most ${DEPLOYMENT} statements, and asks for no row twice`, async () => {
  const statements = await countStatements(() => customer.deploy());
  assert.ok(statements.length <= DEPLOYMENT, statements.join('\n'));
  assert.equal(statements.filter((text) => /from "ledger_accounts".*for update/s.test(text)).length, 1);
  await cloud.settle();
});

test(`a look at a machine that still boots is at most ${IDLE_STEP} statements, and locks no money`, async () => {
  const id = await customer.deploy();
  await convergeServer(cloud.ctx, cloud.engines, id);
  cloud.clock.advance(1000);
  const statements = await countStatements(async () => {
    assert.deepEqual(await convergeServer(cloud.ctx, cloud.engines, id), { is: 'wait', ms: 1000, reason: 'starting' });
  });
  assert.ok(statements.length <= IDLE_STEP, statements.join('\n'));
  assert.doesNotMatch(statements.join('\n'), /ledger_accounts|advisory/);
});
