import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MINUTE_MS } from '../kit/clock.ts';
import { isAppError } from '../kit/errors.ts';
import { idIn, jsonOf, startOperatedCloud } from './testing.ts';

const cloud = await startOperatedCloud();
after(() => cloud.close());

test('a pool is made, gets a host, and what runs on the model can be sold', async () => {
  const pool = await cloud.run('pool', 'add', 'mtl-l40s', '--model', 'l40s');
  assert.equal(pool.code, 0);
  assert.match(pool.out, /^Made the pool mtl-l40s of l40s on the engine simulated: pool_/);
  const poolId = idIn(pool, 'pool');
  const host = await cloud.run('host', 'add', 'mtl-l40s-1', '--pool', poolId, '--gpus', '4');
  assert.match(host.out, new RegExp(`^Added the host mtl-l40s-1 with 4 GPUs to ${poolId}; servers are placed on it from now on: host_`));

  const serverId = await (await cloud.customer('50')).deploy('l40s-x2');
  const [pools, hosts] = await Promise.all([cloud.run('pool', 'list'), cloud.run('host', 'list', '--pool', poolId)]);
  assert.match(pools.out, new RegExp(`\n${poolId} +mtl-l40s +l40s +simulated +container +canada-montreal +1 +2 +2 `));
  assert.match(hosts.out, new RegExp(`\n${idIn(host, 'host')} +mtl-l40s-1 +${poolId} +accepting +2 +2 +0 +\\S+ \\S+ +${serverId}\n$`));
  assert.partialDeepStrictEqual(jsonOf(await cloud.attempt('host', 'list', '--pool', poolId, '--json')), {
    items: [
      {
        name: 'mtl-l40s-1',
        used: 2,
        free: 2,
        gpus: [
          { slot: 0, serverId },
          { slot: 1, serverId },
        ],
      },
    ],
  });
});

test('nothing is placed on a host that drains or is offline, until it accepts again', async () => {
  const customer = await cloud.customer('50');
  await customer.deploy('l4-x1');
  const hostId = (await cloud.db.sql.selectFrom('hosts').select('id').where('name', 'like', 'l4-%').executeTakeFirstOrThrow()).id;
  for (const [verb, state, leaving] of [
    ['drain', 'draining', ' They stay: no other host of the pool has a free GPU. Add a host, and they move to it.'],
    ['offline', 'offline', ''],
  ] as const) {
    const moved = await cloud.run('host', verb, hostId);
    assert.equal(moved.out, `The host l4-1 is ${state}. Nothing more is placed on it. It carries 1 server.${leaving} Host: ${hostId}\n`);
    await assert.rejects(customer.deploy('l4-x1'), (error) => isAppError(error, 'PLAN_NOT_AVAILABLE'));
  }
  assert.match((await cloud.run('host', 'accept', hostId)).out, /^The host l4-1 is accepting\. Servers are placed on it again\./);
  await customer.deploy('l4-x1');
});

test('an engine that is not heard is no mistake of Boreal’s, and the hosts say since when and why nothing is placed on them', async () => {
  await cloud.engine.faults.engineSilent('no_answer');
  await cloud.pass(2 * MINUTE_MS);
  for (const args of [
    ['engine', 'hosts'],
    ['engine', 'check'],
  ]) {
    const asked = await cloud.attempt(...args);
    assert.equal(asked.code, 1);
    assert.match(
      asked.err,
      args[1] === 'check' ? /^The engine does not answer\. Nothing is sold on it/ : /^The simulated engine is not heard/,
    );
  }
  const list = await cloud.attempt('host', 'list');
  assert.match(list.out, /\n\S+ +l4-1 +\S+ +accepting, silent since /);
  assert.match(list.out, /\nl4-1: The engine does not answer at all\. Its servers are in ERROR/);
  await cloud.engine.faults.engineBack();
  await cloud.pass(MINUTE_MS);
  const { out } = await cloud.attempt('host', 'list');
  assert.doesNotMatch(out, /silent|does not answer/);
  const hostId = /host_\w+(?= +l4-1 )/.exec(out)?.[0] ?? '';
  await cloud.attempt('host', 'drain', hostId);
  assert.match((await cloud.attempt('host', 'list')).out, /\nl4-1 is draining since \S+ \S+, by an operator\.\n/);
  await cloud.attempt('host', 'accept', hostId);
});

test('names that are taken, and what does not exist, are refused', async () => {
  const refusals = [
    [1, /^There is no such GPU model in the catalog\./, 'pool', 'add', 'x', '--model', 'h900'],
    [1, /^There is a pool named l4 already\./, 'pool', 'add', 'l4', '--model', 'l4'],
    [2, /Allowed choices are simulated/, 'pool', 'add', 'x', '--model', 'l4', '--engine', 'magic'],
    [2, /required option '--model <slug>'/, 'pool', 'add', 'x'],
    [1, /^There is no such pool\./, 'host', 'add', 'x', '--pool', 'pool_none', '--gpus', '8'],
    [2, /how many GPUs/, 'host', 'add', 'x', '--pool', 'pool_none', '--gpus', '0'],
    [1, /^There is no such host\. Look for its id with: npm run operator -- host list/, 'host', 'drain', 'host_none'],
  ] as const;
  for (const [code, message, ...args] of refusals) {
    const refused = await cloud.attempt(...args);
    assert.equal(refused.code, code, args.join(' '));
    assert.match(refused.err, message);
  }
  assert.equal((await cloud.attempt('host', 'list', '--pool', 'pool_none')).out, 'There is no such host.\n');
});
