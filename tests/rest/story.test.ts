import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Credits, DeployQuote, ServerBudget, ServerUsage } from '@boreal/contract/billing/billing.ts';
import { GpuPlan } from '@boreal/contract/shop/catalog.ts';
import { FirewallRule } from '@boreal/contract/servers/firewall.ts';
import { Metrics, ServerAction, ServerCreated, ServerDetail, ServerEvent, ServerSummary } from '@boreal/contract/servers/servers.ts';
import { SshKey } from '@boreal/contract/people/ssh-keys.ts';
import { z } from 'zod';
import { verifyLedger } from '../../server/src/core/money/verification/verify-ledger.ts';
import { keyFiles } from '../../server/src/core/ground/ssh-keys/testing/key-files.ts';
import { HOUR_MS, MINUTE_MS } from '../../server/src/kit/clock.ts';
import { openRestCloud } from '../testing/rest-cloud.ts';
import { read, restClient } from '../testing/rest-client.ts';
import { inFrench, refusal } from '../testing/walk-requests.ts';

const rest = await openRestCloud({ hosts: { 'h100-sxm': [4] } });
const { cloud } = rest;
const alice = restClient(rest, await rest.member('1000'));
const files = keyFiles();
after(async () => {
  files.remove();
  await rest.close();
});

const FRENCH = { 'accept-language': 'fr' } as const;

describe('a server, from its deployment to its end', () => {
  let sshKeyId = '';
  let id = '';
  const detail = async () => read(await alice.get(`/servers/${id}`), ServerDetail);
  const act = (action: string) => alice.post(`/servers/${id}/actions`, { action });
  const usage = async () => read(await alice.get(`/servers/${id}/usage`), ServerUsage);

  test('the plan is in stock, and the quote says what it costs', async () => {
    const plans = read(await alice.get('/v1/gpu'), z.array(GpuPlan));
    assert.partialDeepStrictEqual(
      plans.find((plan) => plan.id === 'h100-sxm-x1'),
      {
        available: true,
        eligibility: 'deployable',
        gpuCount: 1,
        pricing: { hourly: 3.99, currency: 'CAD' },
      },
    );
    assert.partialDeepStrictEqual(
      plans.find((plan) => plan.id === 'b200-sxm-x8'),
      { eligibility: 'contact', pricing: null, purchasable: false },
    );
    assert.partialDeepStrictEqual(read(await alice.get('/servers/deploy-quote?productId=h100-sxm-x1'), DeployQuote), {
      deployable: true,
      reasons: [],
      requiredCredits: 3.99,
      currentBalance: 1000,
      sufficient: true,
      shortfall: 0,
      estimatedRuntimeHours: 250.6,
      estimatedMonthlyCost: 2912.7,
      accountAction: null,
    });
    assert.equal(await alice.balance(), 1000);
  });

  test('a key that ssh-keygen made is added', async () => {
    const { line } = files.make('story', '-t', 'ed25519');
    const added = read(await alice.post('/settings/ssh-keys', { name: 'laptop', publicKey: line }), SshKey);
    assert.equal(added.fingerprint, files.fingerprint(line));
    assert.deepEqual(
      read(await alice.get('/settings/ssh-keys'), z.array(SshKey)).find((key) => key.id === added.id),
      added,
    );
    sshKeyId = added.id;
  });

  test('it is deployed, its first hour paid, and for now there is nothing to measure and nothing to do', async () => {
    const created = read(await alice.post('/servers', { productId: 'h100-sxm-x1', sshKeyId }), ServerCreated);
    id = created.id;
    assert.match(id, /^srv_/);
    assert.deepEqual([created.status, created.gpu, created.name !== ''], ['PROVISIONING', '1× H100 SXM', true]);
    assert.equal(await alice.balance(), 996.01);
    assert.partialDeepStrictEqual(await detail(), {
      status: 'PROVISIONING',
      ipv4: null,
      ipv6: null,
      task: null,
      allowedActions: [],
      monthlyCost: 2912.7,
    });

    const metrics = await alice.get(`/servers/${id}/metrics`);
    assert.equal(refusal(metrics, 400, 'NOT_PROVISIONED')['currentStatus'], 'PROVISIONING');
    inFrench(await alice.get(`/servers/${id}/metrics`, FRENCH), metrics);
    await allowsOnly('PROVISIONING', []);
  });

  test('it becomes ACTIVE, with its addresses, and is measured', async () => {
    await cloud.settle();
    const server = await detail();
    assert.partialDeepStrictEqual(server, { status: 'ACTIVE', task: null, allowedActions: ['stop', 'reboot', 'hibernate'] });
    assert.match(server.ipv4 ?? '', /^\d+\.\d+\.\d+\.\d+$/);
    assert.match(server.ipv6 ?? '', /:/);
    assert.deepEqual(
      read(await alice.get('/servers'), z.array(ServerSummary)).map((one) => [one.id, one.ipv4]),
      [[id, server.ipv4]],
    );
    await cloud.pass(10 * MINUTE_MS);
    for (const query of ['', '?duration=1h', '?duration=6h', '?duration=1d', '?duration=7d', '?duration=30d']) {
      const metrics = read(await alice.get(`/servers/${id}/metrics${query}`), Metrics);
      const series = Object.values(metrics);
      assert.ok(metrics.cpu.values.length > 0, query);
      assert.equal(new Set(series.flatMap(({ timestamps, values }) => [timestamps.length, values.length])).size, 1);
      assert.ok([...metrics.cpu.values, ...metrics.ram.values].every((percent) => percent >= 0 && percent <= 100));
    }
  });

  test('its firewall opens and closes', async () => {
    const path = `/servers/${id}/firewall`;
    const rules = async () => read(await alice.get(path), z.array(FirewallRule));
    const ofRule = ({ direction, protocol, port, source, status }: FirewallRule) => [direction, protocol, port, source, status].join(' ');
    assert.deepEqual((await rules()).map(ofRule), ['ingress tcp 22 0.0.0.0/0 active']);
    const added = read(
      await alice.post(path, {
        direction: 'ingress',
        protocol: 'tcp',
        portRangeMin: 8000,
        portRangeMax: 8100,
        remoteIpPrefix: '203.0.113.0/24',
      }),
      FirewallRule,
    );
    assert.equal(ofRule(added), 'ingress tcp 8000-8100 203.0.113.0/24 pending');
    await cloud.settle();
    assert.deepEqual((await rules()).map(ofRule), ['ingress tcp 22 0.0.0.0/0 active', 'ingress tcp 8000-8100 203.0.113.0/24 active']);
    const removed = await alice.remove(path, { ruleId: added.id });
    assert.deepEqual(removed.json, { data: { ruleId: added.id, status: 'deleted' } });
    assert.equal((await rules()).length, 1);
    refusal(await alice.remove(path, { ruleId: added.id }), 404, 'NOT_FOUND');
    await cloud.settle();
  });

  test('each hour is billed at its start, once, and told the same by usage, credit and budget', async () => {
    await cloud.pass(2 * HOUR_MS + 30 * MINUTE_MS);
    const { hours, totals, hourlyRate } = await usage();
    assert.deepEqual([hours.length, totals, hourlyRate], [3, { hours: 3, compute: 11.97, backup: 0, refunds: 0, total: 11.97 }, 3.99]);
    for (const [n, hour] of hours.entries()) {
      assert.deepEqual(
        [hour.rate, hour.compute, hour.amount, Date.parse(hour.periodEnd) - Date.parse(hour.periodStart)],
        [3.99, 3.99, 3.99, HOUR_MS],
      );
      if (n > 0) assert.equal(hour.periodEnd, hours[n - 1]?.periodStart, 'newest first, without a gap');
    }
    const credits = read(await alice.get('/credits'), Credits);
    assert.partialDeepStrictEqual(credits, { balance: 988.03, burnRatePerHour: 3.99, estimatedRuntimeHours: 247.6, minimumTopupCad: 25 });
    const used = credits.transactions.filter(({ type }) => type === 'usage');
    assert.deepEqual(
      used.map(({ amount, balanceAfter, serverId }) => [amount, balanceAfter, serverId]),
      [988.03, 992.02, 996.01].map((left) => [-3.99, left, id]),
    );
    assert.deepEqual(
      used.map((transaction) => transaction.id),
      hours.map((hour) => hour.transactionId),
    );
    assert.deepEqual((await alice.get('/credits?summary=1')).json, { data: { balance: 988.03, currency: 'CAD' } });
    assert.partialDeepStrictEqual(read(await alice.get(`/servers/${id}/budget`), ServerBudget), {
      monthlyLimit: null,
      spentThisMonth: 11.97,
      remaining: null,
      state: 'none',
      account: { spentThisMonth: 11.97, spentToday: 11.97, monthlyLimit: null, dailyLimit: null },
    });
  });

  test('each action moves it as the table says, and is refused where the table has none', async () => {
    await allowsOnly('ACTIVE', ['stop', 'reboot', 'hibernate']);
    await does('reboot', 'ACTIVE', { meanwhile: 'REBOOTING' });
    await does('stop', 'STOPPED', { meanwhile: 'ACTIVE', task: 'stopping' });
    await allowsOnly('STOPPED', ['start', 'hibernate']);
    await does('start', 'ACTIVE', { meanwhile: 'STOPPED', task: 'starting' });
    const { ipv4 } = await detail();
    await does('hibernate', 'HIBERNATED', { meanwhile: 'ACTIVE', task: 'hibernating' });
    assert.partialDeepStrictEqual(await detail(), { ipv4: null, ipv6: null });
    await allowsOnly('HIBERNATED', ['hibernate-restore']);

    const before = await alice.balance();
    await does('hibernate-restore', 'ACTIVE', { meanwhile: 'PROVISIONING', task: 'restoring' });
    assert.equal(await alice.balance(), before, 'inside the paid hour a restore costs nothing');
    const restored = await detail();
    assert.match(restored.ipv4 ?? '', /^\d/);
    assert.notEqual(restored.ipv4, ipv4);

    await does('hibernate', 'HIBERNATED', { meanwhile: 'ACTIVE', task: 'hibernating' });
    await cloud.pass(3 * HOUR_MS);
    assert.equal(await alice.balance(), before, 'nothing is billed while it hibernates');
    await does('hibernate-restore', 'ACTIVE', { meanwhile: 'PROVISIONING', task: 'restoring' });
    assert.equal(await alice.balance(), Math.round((before - 3.99) * 100) / 100, 'after it a new first hour is');
    await does('stop', 'STOPPED', { meanwhile: 'ACTIVE', task: 'stopping' });
    await does('hibernate', 'HIBERNATED', { meanwhile: 'STOPPED', task: 'hibernating' });
    await does('hibernate-restore', 'ACTIVE', { meanwhile: 'PROVISIONING', task: 'restoring' });
  });

  test('its activity log tells all of it, the newest first, with who asked and in which request', async () => {
    const stop = await act('stop');
    const events = read(await alice.get(`/servers/${id}/events`), z.array(ServerEvent));
    assert.partialDeepStrictEqual(events[0], {
      actor: { type: 'api_key', name: 'tests' },
      requestId: stop.headers['x-request-id'],
      fromStatus: 'ACTIVE',
    });
    const times = events.map(({ createdAt }) => createdAt);
    assert.deepEqual(times, times.toSorted().reverse());
    const moves = events.filter(({ toStatus }) => toStatus !== null).map(({ toStatus }) => toStatus);
    assert.deepEqual([...new Set(moves)].toSorted(), ['ACTIVE', 'HIBERNATED', 'PROVISIONING', 'REBOOTING', 'STOPPED']);
    await cloud.settle();
  });

  test('it is deleted, gone from the list, and can still be read', async () => {
    const before = await usage();
    assert.deepEqual((await alice.remove(`/servers/${id}`)).json, { data: { id, status: 'DELETED' } });
    assert.deepEqual(read(await alice.get('/servers'), z.array(ServerSummary)), []);
    assert.deepEqual(
      read(await alice.get('/servers?status=DELETED'), z.array(ServerSummary)).map((one) => one.id),
      [id],
    );
    assert.partialDeepStrictEqual(await detail(), { status: 'DELETED', ipv4: null, ipv6: null, allowedActions: [] });
    assert.partialDeepStrictEqual(read(await alice.get(`/servers/${id}/events`), z.array(ServerEvent))[0], {
      type: 'server.deleted',
      toStatus: 'DELETED',
    });
    for (const action of ServerAction.options) refusal(await act(action), 404, 'NOT_FOUND');
    refusal(await alice.remove(`/servers/${id}`), 404, 'NOT_FOUND');
    await cloud.pass(5 * HOUR_MS);
    assert.deepEqual(await usage(), before, 'a deleted server is never billed again');
    assert.equal(await cloud.gpusTaken(), 0);
    assert.equal((await detail()).task, null);
  });

  test('every cent of it is in the ledger', async () => {
    for (const { name, broken } of await verifyLedger(cloud.db.sql)) assert.deepEqual([name, broken], [name, []]);
  });

  /** In this status these actions are allowed, and every other is 400 and says so. */
  async function allowsOnly(status: string, allowed: readonly string[]): Promise<void> {
    assert.partialDeepStrictEqual(await detail(), { status, task: null, allowedActions: allowed });
    for (const action of ServerAction.options.filter((one) => !allowed.includes(one))) {
      assert.partialDeepStrictEqual(refusal(await act(action), 400, 'INVALID_STATE'), { currentStatus: status, allowedActions: allowed });
    }
  }

  /** The action is accepted; until it is done every action is refused, and then the status is another. */
  async function does(
    action: string,
    status: string,
    { meanwhile, task = null }: { meanwhile: string; task?: string | null },
  ): Promise<void> {
    assert.deepEqual((await act(action)).json, { data: { id, action, status: 'accepted' } });
    assert.partialDeepStrictEqual(await detail(), { status: meanwhile, task, allowedActions: [] });
    for (const other of ServerAction.options) {
      refusal(await act(other), 400, task === null ? 'INVALID_STATE' : 'OPERATION_IN_PROGRESS');
    }
    await cloud.settle();
    assert.partialDeepStrictEqual(await detail(), { status, task: null });
  }
});

test('a restore that finds no GPU is 409: nothing is charged and the server stays HIBERNATED', async () => {
  const [member, rival] = [await rest.member('1000'), await rest.member('100')];
  const bert = restClient(rest, member);
  const id = await member.deploy('h100-sxm-x4');
  await cloud.settle();
  await member.act(id, 'hibernate');
  await cloud.pass(HOUR_MS);
  await rival.deploy('h100-sxm-x2');
  const before = await bert.balance();
  const answer = await bert.post(`/servers/${id}/actions`, { action: 'hibernate-restore' });
  assert.deepEqual(refusal(answer, 409, 'PLAN_NOT_AVAILABLE')['alternatives'], alternativesNow);
  assert.equal(await bert.balance(), before);
  assert.partialDeepStrictEqual(read(await bert.get(`/servers/${id}`), ServerDetail), {
    status: 'HIBERNATED',
    task: null,
    allowedActions: ['hibernate-restore'],
  });
});

/** Two of the four cards are left. */
const alternativesNow = ['h100-sxm-x1-spot', 'h100-sxm-x2-spot', 'h100-sxm-x1', 'h100-sxm-x2'];
