import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isAppError } from '../../kit/errors.ts';
import { jsonOf, startOperatedCloud, type OperatedCloud } from '../testing.ts';

let cloud: OperatedCloud;
before(async () => {
  cloud = await startOperatedCloud();
});
after(() => cloud.close());

test('a GPU is quarantined by the name of its host, as an alert knows it, and listed with the reason until it is released', async () => {
  const customer = await cloud.customer('50');
  const serverId = await customer.deploy('l4-x1');
  const set = await cloud.run('gpu', 'quarantine', 'l4-1', '0', '--reason', 'Xid 79');
  assert.match(
    set.out,
    new RegExp(`^GPU 0 of l4-1 is quarantined: no other server gets it\\. The server ${serverId} has it and goes on\\.`),
  );
  await cloud.run('gpu', 'quarantine', 'l4-1', '1', '--reason', 'Too hot');
  await assert.rejects(customer.deploy('l4-x1'), (error) => isAppError(error, 'PLAN_NOT_AVAILABLE'));

  const listed = await cloud.run('gpu', 'list', '--set-aside');
  assert.match(
    listed.out,
    new RegExp(`^HOST +SLOT +POOL +DEVICE +STATE +SINCE +SERVER +WHY\nl4-1 +0 +pool_\\S+ +– +quarantined +\\S+ +${serverId} +Xid 79\n`),
  );
  assert.partialDeepStrictEqual(jsonOf(await cloud.attempt('gpu', 'list', '--host', 'l4-1', '--json')), {
    items: [
      { slot: 0, state: 'quarantined', serverId, reason: { type: 'by_hand', note: 'Xid 79' } },
      { slot: 1, state: 'quarantined', serverId: null },
    ],
  });
  assert.equal((await cloud.run('gpu', 'release', 'l4-1', '1')).out, 'GPU 1 of l4-1 is ok; servers are placed on it again.\n');
  await customer.deploy('l4-x1');
});

test('what cannot be done is refused with what to do instead', async () => {
  const refusals = [
    [
      1,
      /^The server srv_\w+ has GPU 0 of l4-1\. Drain the host, or wait until the server ends/,
      'gpu',
      'remove',
      'l4-1',
      '0',
      '--reason',
      'x',
    ],
    [1, /^The server srv_\w+ has GPU 0 of l4-1\. Drain the host/, 'gpu', 'replace', 'l4-1', '0'],
    [1, /^There is no such GPU\. Look for its id with: npm run operator -- gpu list/, 'gpu', 'release', 'l4-1', '9'],
    [1, /^There is no such host\./, 'gpu', 'list', '--host', 'l4-9'],
    [2, /Write the number of the slot/, 'gpu', 'release', 'l4-1', 'first'],
    [2, /required option '--reason <text>'/, 'gpu', 'quarantine', 'l4-1', '0'],
    [1, /^Write with --gpus how many/, 'gpu', 'add', 'l4-1'],
    [1, /^There is no such host\./, 'host', 'remove', 'host_none'],
  ] as const;
  for (const [code, message, ...args] of refusals) {
    const refused = await cloud.attempt(...args);
    assert.equal(refused.code, code, args.join(' '));
    assert.match(refused.err, message);
  }
});

test('a removed GPU is not released but replaced, and one more can be added', async () => {
  const at = ['h100-sxm-0', '7'] as const;
  assert.match((await cloud.run('gpu', 'remove', ...at, '--reason', 'sent in')).out, /^GPU 7 of h100-sxm-0 is removed\./);
  assert.match((await cloud.attempt('gpu', 'release', ...at)).err, /^No GPU is in slot 7 of h100-sxm-0: it was removed\./);
  assert.equal(
    (await cloud.run('gpu', 'replace', ...at)).out,
    'GPU 7 of h100-sxm-0 was replaced; servers are placed on the new one from now on.\n',
  );
  const added = await cloud.run('gpu', 'add', 'h100-sxm-0', '--gpus', '2');
  assert.equal(added.out, 'Added 2 GPUs to h100-sxm-0 (8, 9); servers are placed on them from now on.\n');
});
