import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HOUR_MS } from '../../../kit/clock.ts';
import { openTestTraces, type TestTraces } from '../../../traces/testing/test-traces.ts';
import { startCloud, type Cloud, type Customer } from '../../testing/cloud.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { startServer } from '../lifecycle/change/start-server.ts';
import { stopServer } from '../lifecycle/change/stop-server.ts';
import { convergeServer } from '../lifecycle/converge/converge-server.ts';
import { sweepServers } from '../lifecycle/converge/sweep-servers.ts';

let cloud: Cloud;
let customer: Customer;
let tests: TestTraces;
before(async () => {
  cloud = await startCloud();
  customer = await cloud.customer('100');
  tests = await openTestTraces();
});
after(async () => {
  await tests.close();
  await cloud.close();
});

/** What a request does, and the trace that it belongs to. */
async function requested(work: (ctx: CustomerCtx) => Promise<unknown>): Promise<string> {
  const { traces } = tests;
  return traces.begin({ name: 'request', kind: 'answers' }, async () => {
    await work({ ...customer.ctx, traces });
    return (traces.carry() ?? '').split('-')[1] ?? '';
  });
}

const step = (serverId: string) => convergeServer({ ...cloud.ctx, traces: tests.traces }, cloud.engines, serverId);
const stepsIn = async (traceId: string) =>
  (await tests.told(1)).filter((span) => span.traceId === traceId && span.name === 'converge server').length;

async function running(): Promise<string> {
  const serverId = await customer.deploy();
  await cloud.settle();
  return serverId;
}

async function until(what: () => Promise<boolean>): Promise<void> {
  for (let n = 0; n < 400 && !(await what()); n += 1) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.ok(await what());
}

test('the row says whose request its work is for, so that it is known after a lost job and in another process', async () => {
  const serverId = await running();
  const stop = await requested((ctx) => stopServer(ctx, { serverId }));
  assert.equal((await cloud.server(serverId)).traceParent?.split('-')[1], stop);
  // The sweep writes a new job, and knows of no request.
  await sweepServers(cloud.ctx);
  await step(serverId);
  await until(async () => (await stepsIn(stop)) === 1);
  await cloud.settle();
});

test('a newer wish is work of its own request', async () => {
  const serverId = await running();
  const stop = await requested((ctx) => stopServer(ctx, { serverId }));
  await cloud.settle();
  const start = await requested((ctx) => startServer(ctx, { serverId }));
  await step(serverId);
  await until(async () => (await stepsIn(start)) === 1);
  assert.equal(await stepsIn(stop), 0);
  await cloud.settle();
});

test('a wish of nobody’s request is in nobody’s trace', async () => {
  const serverId = await running();
  await requested((ctx) => stopServer(ctx, { serverId }));
  await cloud.settle();
  await startServer({ ...customer.ctx, traces: tests.traces }, { serverId });
  const { traceParent, tracedAt } = await cloud.server(serverId);
  assert.deepEqual([traceParent, tracedAt], [null, null]);
  await cloud.settle();
});

test('a trace does not grow for days: what is still done after an hour is told as a trace of its own', async () => {
  const serverId = await running();
  const stop = await requested((ctx) => stopServer(ctx, { serverId }));
  cloud.clock.advance(HOUR_MS);
  await step(serverId);
  await until(async () =>
    (await tests.told(1)).some(
      ({ attributes, name, parentId }) => name === 'converge server' && attributes['boreal.server_id'] === serverId && parentId === '',
    ),
  );
  assert.equal(await stepsIn(stop), 0);
  await cloud.settle();
});

test('whoever traces nothing writes nothing about it', async () => {
  const serverId = await running();
  await stopServer(customer.ctx, { serverId });
  const { traceParent, tracedAt } = await cloud.server(serverId);
  assert.deepEqual([traceParent, tracedAt], [null, null]);
  await cloud.settle();
});
