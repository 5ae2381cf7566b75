import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { jsonOf, startOperatedCloud } from '../testing.ts';

const cloud = await startOperatedCloud();
after(() => cloud.close());

test("the list shows every customer's servers, and can be narrowed", async () => {
  const [one, two] = [await cloud.customer('50'), await cloud.customer('50')];
  const [first, second] = [await one.deploy('l4-x1', { name: 'alpha' }), await two.deploy('h100-sxm-x1', { name: 'beta' })];
  await cloud.settle();
  const gone = await two.deploy('h100-sxm-x1', { name: 'gone' });
  await two.remove(gone);
  await cloud.settle();

  const all = await cloud.run('server', 'list');
  assert.match(all.out, new RegExp(`\n${first} +alpha +Customer +l4-x1 +ACTIVE +– +l4-1 `));
  assert.match(all.out, new RegExp(`\n${second} +beta `));
  assert.ok(!all.out.includes(gone));
  assert.partialDeepStrictEqual(jsonOf(await cloud.attempt('server', 'list', '--status', 'DELETED', '--json')), {
    items: [{ id: gone, status: 'DELETED' }],
  });
  const own = await cloud.attempt('server', 'list', '--account', one.ctx.accountId);
  assert.ok(own.out.includes(first) && !own.out.includes(second));
  assert.match((await cloud.attempt('server', 'list', '--limit', '1')).out, /\n\nThere are more\. Add: --cursor \S+\n$/);
  assert.equal((await cloud.attempt('server', 'list', '--status', 'ERROR')).out, 'There is no such server.\n');
});

test('one server is told with its host, GPUs, lease, usage and last events', async () => {
  const customer = await cloud.customer('50');
  const id = await customer.deploy('h100-sxm-x2', { name: 'gamma' });
  await cloud.settle();
  const shown = await cloud.run('server', 'show', id);
  assert.equal(shown.code, 0);
  assert.match(
    shown.out,
    new RegExp(
      `^Server +${id}\nName +gamma\nAccount +${customer.ctx.accountId}\nPlan +h100-sxm-x2, billed hourly\nStatus +ACTIVE\nGoal +running`,
    ),
  );
  assert.match(shown.out, /\nHost +h100-sxm-0 \(host_\w+\)\nGPUs +\d, \d\n/);
  assert.match(shown.out, /\nUsage +1 hour, 7\.98 CAD/);
  assert.match(shown.out, /\nLast events\nWHEN +WHO +EVENT +WHAT\n/);
  assert.match(shown.out, / tests +server\.create_requested /);
  assert.partialDeepStrictEqual(jsonOf(await cloud.attempt('server', 'show', id, '--json')), {
    id,
    hostName: 'h100-sxm-0',
    waitReason: null,
    leaseUntil: null,
    usage: { hours: 1, total: 7.98, currency: 'CAD' },
  });
});

test('a spot server is preempted, once, and with a reason; nothing else is', async () => {
  // The command's clock is the real one: it must find the server in its first hour.
  cloud.clock.moveTo(new Date());
  const customer = await cloud.customer('50');
  const [spot, onDemand] = [await customer.deploy('h100-sxm-x1-spot', { name: 'cheap' }), await customer.deploy('h100-sxm-x1')];
  await cloud.settle();
  const done = await cloud.run('server', 'preempt', spot, '--reason', 'The host is serviced');
  assert.equal(
    done.out,
    `Preempted cheap. It is being hibernated; 1.79 CAD were refunded. Its GPUs are free once the machine has left them: ${spot}\n`,
  );
  assert.match(
    (await cloud.attempt('server', 'show', spot)).out,
    / server\.preempted +Interrupted by the operator: The host is serviced\. 1\.79 CAD/,
  );
  const refusals = [
    [1, /^The server is ACTIVE, hibernating: it has no GPUs to give up, or gives them up already\./, spot, '--reason', 'again'],
    [1, /^The server is on demand \(h100-sxm-x1\)\. Only spot servers can be interrupted\./, onDemand, '--reason', 'no'],
    [1, /^There is no such server\. Look for its id/, 'srv_none', '--reason', 'no'],
    [2, /required option '--reason <text>'/, spot],
  ] as const;
  for (const [code, message, ...args] of refusals) {
    const refused = await cloud.attempt('server', 'preempt', ...args);
    assert.equal(refused.code, code, args.join(' '));
    assert.match(refused.err, message);
  }
  const other = await customer.deploy('h100-sxm-x1-spot');
  assert.partialDeepStrictEqual(jsonOf(await cloud.attempt('server', 'preempt', other, '--reason', 'no', '--json')), {
    id: other,
    goal: 'gone',
    refunded: 1.79,
  });
  await cloud.settle();
});

test('a server is stopped or hibernated with a reason, which its customer reads', async () => {
  cloud.clock.moveTo(new Date());
  const customer = await cloud.customer('50');
  const id = await customer.deploy('l4-x1', { name: 'scanner' });
  await cloud.settle();
  const stopped = await cloud.run('server', 'stop', id, '--reason', 'It scans ports');
  assert.equal(
    stopped.out,
    `It is being stopped, and its customer is told why. See how far it is with: npm run operator -- server show ${id}\n`,
  );
  assert.match((await cloud.attempt('server', 'show', id)).out, / server\.stop_requested +Stopped by the operator: It scans ports\. /);
  assert.match((await cloud.attempt('server', 'hibernate', id, '--reason', 'too soon')).err, /\bstop/);
  await cloud.settle();
  assert.deepEqual(jsonOf(await cloud.attempt('server', 'hibernate', id, '--reason', 'It goes on', '--json')), {
    id,
    action: 'hibernate',
    status: 'accepted',
  });
  await cloud.settle();
  assert.match((await cloud.attempt('server', 'show', id)).out, /\nStatus +HIBERNATED\n/);
  assert.equal((await cloud.attempt('server', 'stop', id, '--reason', 'It is asleep')).code, 1);
  assert.equal((await cloud.attempt('server', 'stop', id)).code, 2);
});

test('a server, an account or a status that does not exist is said so', async () => {
  const unknown = await cloud.run('server', 'show', 'srv_none');
  assert.deepEqual(unknown, { code: 1, out: '', err: 'There is no such server. Look for its id with: npm run operator -- server list\n' });
  assert.match((await cloud.attempt('server', 'list', '--account', 'acc_none')).err, /^There is no such account\./);
  const status = await cloud.attempt('server', 'list', '--status', 'BROKEN');
  assert.equal(status.code, 2);
  assert.match(status.err, /Allowed choices are PROVISIONING, ACTIVE/);
});
