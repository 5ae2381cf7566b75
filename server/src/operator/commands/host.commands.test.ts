import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MINUTE_MS } from '../../kit/clock.ts';
import { isAppError } from '../../kit/errors.ts';
import { idIn, jsonOf, startOperatedCloud } from '../testing.ts';

const cloud = await startOperatedCloud();
after(() => cloud.close());

test('a pool is made, gets a host, and what runs on the model can be sold', async () => {
  const pool = await cloud.run('pool', 'add', 'mtl-l40s', '--model', 'l40s');
  assert.equal(pool.code, 0);
  assert.match(pool.out, /^Made the pool mtl-l40s of l40s on the engine simulated: pool_/);
  const poolId = idIn(pool, 'pool');
  const host = await cloud.run('host', 'add', 'mtl-l40s-1', '--pool', 'mtl-l40s', '--gpus', '4');
  assert.match(host.out, new RegExp(`^Added the host mtl-l40s-1 with 4 GPUs to ${poolId}; servers are placed on it from now on: host_`));

  const serverId = await (await cloud.customer('50')).deploy('l40s-x2');
  const [pools, hosts] = await Promise.all([cloud.run('pool', 'list'), cloud.run('host', 'list', '--pool', 'mtl-l40s')]);
  assert.match(pools.out, new RegExp(`\n${poolId} +mtl-l40s +l40s +simulated +container +canada-montreal +1 +2 +2 `));
  assert.match(
    hosts.out,
    new RegExp(
      `\n${idIn(host, 'host')} +mtl-l40s-1 +${poolId} +accepting +2 +2 +0 +uncounted +uncounted +uncounted +\\S+ \\S+ +${serverId}\n$`,
    ),
  );
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

test('a host sells no more than an operator lets it, and what is sold already stays', async () => {
  const pool = await cloud.run('pool', 'add', 'mtl-a100', '--model', 'a100-80gb');
  const host = idIn(await cloud.run('host', 'add', 'mtl-a100-1', '--pool', idIn(pool, 'pool'), '--gpus', '4'), 'host');
  await cloud.runSchedules(['watch']);
  const customer = await cloud.customer('50');
  await customer.deploy('a100-80gb-x1');
  // Found: 32 cores, 256 GB of memory and 20 TB of disk for each GPU. One server has 28 cores, 120 GB, and disks of 850 GB.
  assert.match(
    (await cloud.run('host', 'list')).out,
    /mtl-a100-1 .* 28\/128 +120\/1020 +850\/79980 GB on simulated\/mtl-a100-1 \(system, work, backups\)/,
  );
  const limited = await cloud.run('host', 'limit', host, '--memory-reserve', '784', '--core-factor', '1.5', '--disk-reserve', '0');
  assert.equal(
    limited.out,
    'Of mtl-a100-1 are sold, of what may be: 28/192 cores; 120/240 GB of memory; 850/80000 GB on simulated/mtl-a100-1 (system, work, backups).\n',
  );
  await customer.deploy('a100-80gb-x1');
  await assert.rejects(customer.deploy('a100-80gb-x1'), (error) => isAppError(error, 'PLAN_NOT_AVAILABLE'));
  await cloud.run('host', 'limit', host, '--memory-factor', '2', '--disk-factor', '0.02', '--storage', 'simulated/mtl-a100-1');
  await assert.rejects(customer.deploy('a100-80gb-x1'), (error) => isAppError(error, 'PLAN_NOT_AVAILABLE'));
  const other = await cloud.attempt('host', 'limit', host, '--disk-factor', '2', '--storage', 'elsewhere');
  assert.match(other.err, /^mtl-a100-1 uses only these storages: simulated\/mtl-a100-1\./);
});

test('the check says what was sold beyond what there is, and what fits nowhere', async () => {
  const pool = await cloud.run('pool', 'add', 'mtl-pro', '--model', 'rtx-pro-6000');
  const host = idIn(await cloud.run('host', 'add', 'mtl-pro-1', '--pool', idIn(pool, 'pool'), '--gpus', '2'), 'host');
  await cloud.runSchedules(['watch']);
  await (await cloud.customer('50')).deploy('rtx-pro-6000-x1');
  await cloud.run('host', 'limit', host, '--core-reserve', '48', '--disk-factor', '0.01');
  const checked = await cloud.attempt('engine', 'check');
  assert.equal(checked.code, 1);
  assert.match(checked.out, /- Of mtl-pro-1, 24 cores are sold, and 16 may be\.\n/);
  assert.match(checked.out, /- On the storage simulated\/mtl-pro-1, 600 GB are sold, and 399 may be: when it is full, nobody can write\./);
  assert.match(checked.out, /- The plan rtx-pro-6000-x2 \(48 cores, 180 GB of memory, disks of 100 and 1000 GB\) fits on no host/);
  assert.match(checked.err, /has sold more than it has/);
});

test('hibernated disks are limited for all accounts or for one', async () => {
  const { accountId } = (await cloud.customer('1')).ctx;
  const said = async (...args: string[]) => (await cloud.run('hibernation', ...args)).out;
  assert.equal(await said('show'), 'Hibernated servers of an account may keep any number of gigabytes.\n');
  assert.equal(await said('limit', '5000'), 'Hibernated servers of an account may keep 5000 GB.\n');
  assert.equal(await said('show', '--account', accountId), `Those of ${accountId} keep 0 GB and may keep 5000 GB: the limit of all.\n`);
  assert.match(await said('limit', '10', '--account', accountId), /may keep 10 GB: a limit of its own\.\n$/);
  assert.match(await said('limit', 'none', '--account', accountId), /may keep any number of gigabytes: a limit of its own\.\n$/);
  assert.match(await said('limit', 'house', '--account', accountId), /may keep 5000 GB: the limit of all\.\n$/);
  assert.match((await cloud.attempt('hibernation', 'limit', 'house')).err, /of which account/);
  assert.match((await cloud.attempt('hibernation', 'limit', '1', '--account', 'acc_none')).err, /^There is no such account\./);
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
  assert.match((await cloud.run('host', 'accept', 'l4-1')).out, /^The host l4-1 is accepting\. Servers are placed on it again\./);
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
  assert.match(list.out, /\n\S+ +l4-1 +\S+ +accepting, off sale since /);
  assert.match(list.out, /\nl4-1: The engine does not answer at all\. Its servers show ERROR/);
  await cloud.engine.faults.engineBack();
  await cloud.pass(MINUTE_MS);
  const { out } = await cloud.attempt('host', 'list');
  assert.doesNotMatch(out, /off sale|does not answer/);
  const hostId = /host_\w+(?= +l4-1 )/.exec(out)?.[0] ?? '';
  await cloud.attempt('host', 'drain', hostId);
  assert.match((await cloud.attempt('host', 'list')).out, /\nl4-1 is draining since \S+ \S+, by an operator\.\n/);
  await cloud.attempt('host', 'accept', hostId);
});

test('names that are taken, and what does not exist, are refused', async () => {
  const refusals = [
    [1, /^There is no such GPU model in the catalog\./, 'pool', 'add', 'x', '--model', 'h900'],
    [1, /^A pool named l4 already exists\./, 'pool', 'add', 'l4', '--model', 'l4'],
    [1, /^There is no engine named magic\. There are: incus, simulated\./, 'pool', 'add', 'x', '--model', 'l4', '--engine', 'magic'],
    [2, /required option '--model <slug>'/, 'pool', 'add', 'x'],
    [1, /^There is no such pool\./, 'host', 'add', 'x', '--pool', 'pool_none', '--gpus', '8'],
    [2, /a number above zero/, 'host', 'limit', 'host_none', '--core-factor', '0'],
    [2, /a whole number/, 'host', 'limit', 'host_none', '--memory-reserve', '-1'],
    [1, /^There is no such host\./, 'host', 'limit', 'host_none', '--memory-reserve', '1'],
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

test('a mixed box is one host of several pools, at once or pool by pool', async () => {
  const [a, b] = ['rtx-pro-6000', 'a100-80gb'] as const;
  const [first, second] = [
    idIn(await cloud.run('pool', 'add', 'mixed-a', '--model', a), 'pool'),
    idIn(await cloud.run('pool', 'add', 'mixed-b', '--model', b), 'pool'),
  ];
  const pools = ['--pool', 'mixed-a', '--pool', 'mixed-b'] as const;
  for (const [message, ...more] of [
    [/^Write --gpus once for each --pool/, ...pools, '--gpus', '4'],
    [/^--device names GPUs of one pool/, ...pools, '--device', 'x'],
    [/^There is no such pool/, '--pool', 'mixed-a', '--pool', 'mixed-c', '--gpus', '1', '--gpus', '1'],
  ] as const) {
    const refused = await cloud.attempt('host', 'add', 'mixed-1', ...more);
    assert.equal(refused.code, 1);
    assert.match(refused.err, message);
  }
  const host = await cloud.run('host', 'add', 'mixed-1', ...pools, '--gpus', '4', '--gpus', '2');
  assert.match(host.out, new RegExp(`^Added the host mixed-1 with 4 GPUs to ${first} and 2 GPUs to ${second};`));
  assert.match((await cloud.attempt('gpu', 'add', 'mixed-1', '--gpus', '1')).err, /several pools.*mixed-a, mixed-b/s);
  assert.match((await cloud.attempt('gpu', 'add', 'mixed-1', '--gpus', '1', '--pool', 'no')).err, /^There is no such pool/);
  await cloud.run('gpu', 'add', 'mixed-1', '--gpus', '1', '--pool', 'mixed-b');

  const serverId = await (await cloud.customer('50')).deploy(`${b}-x2`);
  const [listed, gpus, hosts] = [
    await cloud.run('pool', 'list'),
    await cloud.run('gpu', 'list', '--host', 'mixed-1'),
    jsonOf(await cloud.attempt('host', 'list', '--pool', 'mixed-b', '--json')),
  ];
  assert.match(listed.out, new RegExp(`\n${first} +mixed-a .* 1 +0 +4 `));
  assert.match(listed.out, new RegExp(`\n${second} +mixed-b .* 1 +2 +1 `));
  assert.match(gpus.out, new RegExp(`mixed-1 +4 +${second} .*${serverId}`));
  assert.partialDeepStrictEqual(hosts, { items: [{ name: 'mixed-1', poolIds: [first, second], used: 2, free: 5 }] });
  const drained = await cloud.run('host', 'drain', idIn(host, 'host'));
  assert.match(drained.out, /They stay: no other host of the pool has a free GPU\./);
});
