// npm run bench:incus: how long a server takes from the request to ACTIVE, compared with the same machine made by hand with curl, and with
// thirty at once. Needs what a disposable Incus needs (dev/incus/README.md), and curl.
import { median } from './report.ts';
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { exitUnlessPossible } from '../dev/exit-unless-possible.ts';
import { lab as furniture } from '../dev/incus/furnish.ts';
import { whyNoLab } from '../dev/incus/lab.ts';
import type { MachineSpec } from '../server/src/engines/engine.ts';
import { aclOf, passageOf } from '../server/src/engines/incus/rules/firewall.rules.ts';
import { configOf, devicesOf } from '../server/src/engines/incus/rules/machine-config.rules.ts';
import { labLayout } from '../server/src/engines/incus/testing/lab-layout.ts';
import { FIRST_TRY_MS } from '../server/src/engines/parts/await-greeting.ts';
import { proxyProbe } from '../server/src/engines/parts/ssh-probe.ts';
import { startIncusCloud, type IncusCloud } from '../tests/testing/incus-cloud.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 25);
const AT_ONCE = 30;
const LIMIT = 1.1;
const { signal } = new AbortController();
const run = promisify(execFile);
const Answer = z.object({ operation: z.string().optional(), error: z.literal('').optional() });
const Events = z.array(z.object({ type: z.string(), createdAt: z.coerce.date() }));

const layout = labLayout('by hand');
const passage = passageOf({
  networks: [furniture.gatewayV4, furniture.gatewayV6],
  hostAddresses: [],
  probesFrom: [],
  deniedNetworks: [],
  allowedNetworks: [],
});
const l4 = {
  hostName: 'none',
  machineType: 'container',
  gpuModel: 'l4',
  withGpus: false,
  gpus: [],
  vcores: 8,
  ramGb: 48,
  storageGb: 100,
  localStorageGb: 250,
  systemDisk: null,
  workDisk: null,
  image: furniture.image,
  username: furniture.username,
  publicKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHhXmYhLDhRBnJoLzDsLDBKXJwTZ8bPvMCzv0cHyDkYQ tests',
  firewall: [{ direction: 'ingress', protocol: 'tcp', ethertype: 'IPv4', cidr: '0.0.0.0/0', portMin: 22, portMax: 22 }],
  forwards: null,
  mustExist: false,
  fromBackupId: null,
  record: '',
} as const satisfies Omit<MachineSpec, 'serverId' | 'name'>;

exitUnlessPossible(await whyNoLab());
const cloud = await startIncusCloud({ places: AT_ONCE + 2, direct: true });
try {
  await compare();
  await manyAtOnce();
} finally {
  await cloud.close();
}
process.exit(process.exitCode ?? 0);

/** One after the other, alternating, so that both see the machine in the same condition. */
async function compare(): Promise<void> {
  const [byHand, byBoreal]: [number[], number[]] = [[], []];
  await makeByHand(cloud, 'warm');
  await makeByBoreal('warm');
  for (let round = 0; round < ROUNDS; round += 1) {
    byHand.push(await makeByHand(cloud, `hand${round}`));
    byBoreal.push(await makeByBoreal(`boreal${round}`));
  }
  const ratio = median(byBoreal) / median(byHand);
  const more = median(byBoreal) - median(byHand);
  console.log(`by hand      ${told(byHand)}`);
  console.log(`by Boreal    ${told(byBoreal)}`);
  console.log(
    `ratio        ${ratio.toFixed(2)}; ${Math.round(more)} ms more, which is ${LIMIT} times for a guest that takes ${(more / (LIMIT - 1) / 1000).toFixed(1)} s`,
  );
}

/** Uses the time of the server's own event: constant polling would take processor time from what is measured. */
async function makeByBoreal(name: string): Promise<number> {
  const begin = Date.now();
  const id = await cloud.deploy(name);
  while ((await cloud.server(id)).status !== 'ACTIVE') await sleep(100);
  const events = await cloud.send({ path: `/servers/${id}/events` }, { data: Events });
  const active = events.find(({ type }) => type === 'server.active');
  if (!active) throw new Error(`${id} is ACTIVE without an event`);
  const ms = active.createdAt.getTime() - begin;
  await cloud.send({ method: 'DELETE', path: `/servers/${id}` }, { data: z.unknown() });
  await cloud.nothingIsLeft();
  return ms;
}

async function manyAtOnce(): Promise<void> {
  const begin = performance.now();
  const ids = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => cloud.deploy(`many${n}`)));
  const accepted = performance.now() - begin;
  const each = await Promise.all(
    ids.map(async (id) => {
      while ((await cloud.server(id)).status !== 'ACTIVE') await sleep(200);
      return performance.now() - begin;
    }),
  );
  console.log(
    `${AT_ONCE} at once   accepted in ${Math.round(accepted)} ms; ACTIVE: ${told(each)}, all in ${Math.round(Math.max(...each))} ms`,
  );
}

/** The same machine, made by the fewest curl calls: rules, work disk, instance, then the SSH port. */
async function makeByHand({ client, lab }: IncusCloud, name: string): Promise<number> {
  const n = 100 + Math.trunc(Number(/\d+$/.exec(name)?.[0] ?? 99));
  const held = { ipv4: `10.77.3.${n}`, ipv6: `fd42:77::2${n}` };
  const spec: MachineSpec = { ...l4, serverId: name, name };
  const within = { ms: 60_000, signal };
  const make = async (path: string, body: unknown) => {
    const made = await curl(lab.socketPath, path, '--data', JSON.stringify(body));
    if (made.operation) await curl(lab.socketPath, `${made.operation}/wait`);
  };
  const begin = performance.now();
  await make('/1.0/network-acls', { name, config: {}, ...aclOf(spec.firewall, passage, { hasIPv6: true }) });
  await make(`/1.0/storage-pools/${furniture.storagePool}/volumes/custom`, {
    name: `${name}-work`,
    config: { size: `${spec.localStorageGb}GiB` },
  });
  const source = { type: 'image', alias: spec.image };
  const config = configOf(spec, layout, { nvidia: false });
  await make('/1.0/instances', {
    name,
    type: 'container',
    profiles: [],
    start: true,
    source,
    config,
    devices: devicesOf(spec, held, layout),
  });
  const probe = proxyProbe(`unix://${lab.hostRelay}`);
  while (!(await probe({ ipv4: held.ipv4, hostName: '' }, { limitMs: FIRST_TRY_MS, signal }))) await sleep(20);
  const ms = performance.now() - begin;
  await client.change({ method: 'PUT', path: `/1.0/instances/${name}/state`, body: { action: 'stop', force: true } }, within);
  for (const path of [
    `/1.0/instances/${name}`,
    `/1.0/network-acls/${name}`,
    `/1.0/storage-pools/${furniture.storagePool}/volumes/custom/${name}-work`,
  ]) {
    await client.change({ method: 'DELETE', path }, within);
  }
  return ms;
}

/** @throws if Incus refuses, with its message */
async function curl(socketPath: string, path: string, ...options: readonly string[]): Promise<z.output<typeof Answer>> {
  const { stdout } = await run('curl', ['--silent', '--show-error', '--unix-socket', socketPath, ...options, `http://incus${path}`]);
  return Answer.parse(JSON.parse(stdout));
}

function told(ms: readonly number[]): string {
  return `median ${Math.round(median(ms))} ms (${Math.round(Math.min(...ms))} to ${Math.round(Math.max(...ms))})`;
}
