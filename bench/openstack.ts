// npm run bench:openstack: how long a server takes from the request to nova's ACTIVE and to the first SSH login, compared with the same
// machine made by hand with as few calls as possible; and thirty at once on hosts with fake machines, compared with one request to nova. If
// no disposable OpenStack is running (dev/openstack/README.md), it starts one, and ends it. On one that was already running it leaves
// nothing behind, even if interrupted (Ctrl-C, SIGTERM); what a killed run left is removed by the next. BENCH_ROUNDS: pairs to compare,
// default 5; 0 compares none.
import { median } from './report.ts';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { exitUnlessPossible } from '../dev/exit-unless-possible.ts';
import { PASSWORD } from '../dev/openstack/config.ts';
import { lab as furniture } from '../dev/openstack/furnish.ts';
import { findLab, startLab, whyNoLab } from '../dev/openstack/lab.ts';
import { createCloudClient } from '../server/src/engines/openstack/cloud/cloud-client.ts';
import { cloudSettings } from '../server/src/engines/openstack/cloud/cloud-settings.rules.ts';
import { readMark } from '../server/src/core/ground/installation/installation.store.ts';
import { SERVER } from '../server/src/engines/openstack/machine/machine-marks.rules.ts';
import { systemClock } from '../server/src/kit/clock.ts';
import { startLabOpenstack, type LabOpenstack } from '../tests/testing/lab-openstack.ts';
import { wordsOf } from '../tests/testing/openstack-projects.ts';
import { novaTime, openByHand, type ByHand } from './openstack-by-hand.ts';
import { beginRun } from './openstack-runs.ts';
import { untilCutOff } from './until-cut-off.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const AT_ONCE = 30;
const LIMIT = 1.15;
/** About as often as the hand-made machine is polled. */
const LOOK_EVERY_MS = 50;
const Server = z.object({ status: z.string(), ipv4: z.string().nullable() });
const Events = z.array(z.object({ type: z.string(), createdAt: z.coerce.date() }));
const Machine = z.object({ metadata: z.record(z.string(), z.string()), 'OS-SRV-USG:launched_at': z.string().nullable() });

/** Milliseconds since the request. */
interface Times {
  readonly activeMs: number;
  readonly sshMs: number;
}

exitUnlessPossible(await whyNoLab());
const running = await findLab();
const lab = running ?? (await startLab((what) => console.log(`openstack: ${what}`)));
const demo = { name: 'demo', password: PASSWORD, project: 'demo', domain: 'Default' };
const client = createCloudClient(cloudSettings(wordsOf(lab.authUrl, demo), null), { clock: systemClock() });
const run = await beginRun(join(lab.dir, 'bench'), client);
/** The Boreal that is connected, or being connected, to the cloud. */
let opened: Promise<LabOpenstack> | null = null;
const cut = new AbortController();
const { signal } = cut;
try {
  await untilCutOff(async () => {
    if (ROUNDS > 0) await on({}, compare);
    await on({ zone: furniture.zones.gpus, places: AT_ONCE }, manyAtOnce, { THEIRS_OPENSTACK_PROBE: 'none' });
  });
} finally {
  cut.abort();
  // It would go on making what was ordered.
  await close();
  if (running) await run.end();
  client.close();
  if (!running) await lab.stop();
}
process.exit(process.exitCode ?? 0);

async function on(
  where: { zone?: string; places?: number },
  measure: (real: LabOpenstack, byHand: ByHand) => Promise<void>,
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  opened = startLabOpenstack(environment, where);
  const real = await opened;
  await run.note(await real.cloud.home.inDatabase((db) => readMark(db.sql)));
  const { publicKey, probeProxy } = real.cloud.sold;
  await measure(real, await openByHand(client, { publicKey, probeProxy, mark: run.mark }, signal));
  await close();
}

async function close(): Promise<void> {
  const real = await opened?.catch(() => null);
  opened = null;
  await real?.cloud.close();
}

/** One after the other, alternating, so that both see the machine in the same condition. */
async function compare(real: LabOpenstack, byHand: ByHand): Promise<void> {
  const [hands, boreals]: [Times[], Times[]] = [[], []];
  // The first machine on a host waits for a copy of the image.
  await makeByHand(real, byHand, 'warm');
  for (let round = 0; round < ROUNDS; round += 1) {
    hands.push(await makeByHand(real, byHand, `hand${round}`));
    boreals.push(await makeByBoreal(real));
  }
  for (const [name, key] of [
    ['nova’s ACTIVE', 'activeMs'],
    ['first SSH', 'sshMs'],
  ] as const) {
    const [hand, boreal] = [hands.map((times) => times[key]), boreals.map((times) => times[key])];
    const ratio = median(boreal) / median(hand);
    console.log(`${name}: by hand ${told(hand)}; by Boreal ${told(boreal)}; ratio ${ratio.toFixed(2)}, aim at most ${LIMIT}`);
  }
}

async function makeByHand({ ssh }: LabOpenstack, byHand: ByHand, name: string): Promise<Times> {
  const begin = Date.now();
  const made = await byHand.make(name, furniture.zones.guests);
  await byHand.greets(made.ipv4);
  await ssh(made.ipv4, 'true');
  const sshMs = Date.now() - begin;
  await byHand.remove(made);
  return { activeMs: made.activeMs, sshMs };
}

/** Logs in as soon as Boreal reports ACTIVE, as a customer would. */
async function makeByBoreal({ cloud, ssh }: LabOpenstack): Promise<Times> {
  const begin = Date.now();
  const id = await cloud.deploy('l4-x1');
  const { ipv4 } = await isActive(cloud, id);
  await ssh(ipv4 ?? '', 'true');
  const sshMs = Date.now() - begin;
  const machines = await client.list('compute', '/servers/detail', { key: 'servers', shape: Machine }, signal);
  const at = machines.find(({ metadata }) => metadata[SERVER] === id)?.['OS-SRV-USG:launched_at'] ?? '';
  await cloud.remove(id);
  await cloud.nothingIsLeft();
  return { activeMs: novaTime(at).getTime() - begin, sshMs };
}

async function manyAtOnce({ cloud }: LabOpenstack, byHand: ByHand): Promise<void> {
  const hands = await byHand.makeMany('many', { count: AT_ONCE, zone: furniture.zones.gpus });

  const begin = Date.now();
  const ids = await Promise.all(Array.from({ length: AT_ONCE }, () => cloud.deploy('l4-x1')));
  const acceptedMs = Date.now() - begin;
  const boreals = await Promise.all(
    ids.map(async (id) => {
      await isActive(cloud, id);
      const events = await cloud.send({ path: `/servers/${id}/events` }, { data: Events });
      return (events.find(({ type }) => type === 'server.active')?.createdAt.getTime() ?? Number.NaN) - begin;
    }),
  );
  const ratio = Math.max(...boreals) / Math.max(...hands);
  console.log(
    `${AT_ONCE} at once: by one request to nova ACTIVE ${told(hands)}; by Boreal accepted in ${acceptedMs} ms, ACTIVE ${told(boreals)}; ratio of the last ${ratio.toFixed(2)}`,
  );
  for (const id of ids) await cloud.remove(id);
  await cloud.nothingIsLeft();
}

async function isActive(cloud: LabOpenstack['cloud'], id: string): Promise<z.output<typeof Server>> {
  for (;;) {
    const server = await cloud.send({ path: `/servers/${id}` }, { data: Server });
    if (server.status === 'ACTIVE') return server;
    if (server.status === 'ERROR') throw new Error(`${id} failed`);
    await sleep(LOOK_EVERY_MS);
  }
}

function told(ms: readonly number[]): string {
  const seconds = (value: number) => (value / 1000).toFixed(1);
  return `median ${seconds(median(ms))} s (${seconds(Math.min(...ms))} to ${seconds(Math.max(...ms))})`;
}
