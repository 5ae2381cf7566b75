import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { IncusClient } from '../../server/src/engines/incus/client/incus-client.ts';
import { furnish } from './furnish.ts';
import { CACHE, startLab, withClient, type Lab } from './lab.ts';

const WAIT_MS = 60_000;
const Server = z.object({ environment: z.object({ certificate: z.string() }) });
const Token = z.object({
  serverName: z.string(),
  secret: z.string(),
  fingerprint: z.string(),
  addresses: z.array(z.string()),
  expiresAt: z.string(),
});
const Members = z.array(z.object({ server_name: z.string(), status: z.string() }));

/** Members are named m1, m2, …; they reach each other, and nobody else, on a network of their own. */
export function memberName(n: number): string {
  return `m${n + 1}`;
}

function addressOf(n: number): string {
  return `10.98.0.${n + 1}`;
}

/** Disposable Incuses that form one cluster. Three survive the loss of one. */
export async function startCluster(dirs: readonly string[]): Promise<readonly Lab[]> {
  const labs = await Promise.all(dirs.map((dir) => startLab(dir, { furnished: false })));
  const [hub] = labs;
  if (!hub) throw new Error('a cluster has members');
  connect(labs);
  await withClient(hub, async (client) => {
    await bootstrap(client);
    for (const [n, lab] of labs.entries()) if (n > 0) await withClient(lab, (own) => join(client, own, n));
    await furnish(client, { cache: CACHE, members: labs.map((_, n) => memberName(n)) });
  });
  return labs;
}

/** A bridge in the first member's network, and a cable from each of the others. */
function connect(labs: readonly Lab[]): void {
  const [hub] = labs;
  if (!hub) return;
  ip(hub, 'link', 'add', 'fabric', 'type', 'bridge');
  ip(hub, 'address', 'add', `${addressOf(0)}/24`, 'dev', 'fabric');
  ip(hub, 'link', 'set', 'fabric', 'up');
  for (const [n, lab] of labs.entries()) {
    if (n === 0) continue;
    ip(hub, 'link', 'add', `to-${memberName(n)}`, 'master', 'fabric', 'type', 'veth', 'peer', 'name', 'fabric', 'netns', String(lab.pid));
    ip(hub, 'link', 'set', `to-${memberName(n)}`, 'up');
    ip(lab, 'address', 'add', `${addressOf(n)}/24`, 'dev', 'fabric');
    ip(lab, 'link', 'set', 'fabric', 'up');
  }
}

function ip(lab: Lab, ...args: readonly string[]): void {
  const done = spawnSync('nsenter', ['--target', String(lab.pid), '--net', 'ip', ...args], { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`ip ${args.join(' ')}: ${done.stderr}`);
}

async function bootstrap(client: IncusClient): Promise<void> {
  const signal = AbortSignal.timeout(WAIT_MS);
  const within = { ms: WAIT_MS, signal };
  const config = { 'core.https_address': `${addressOf(0)}:8443`, 'cluster.offline_threshold': '11' };
  await client.change({ method: 'PATCH', path: '/1.0', body: { config: { 'core.https_address': config['core.https_address'] } } }, within);
  await client.change({ method: 'PUT', path: '/1.0/cluster', body: { server_name: memberName(0), enabled: true } }, within);
  await client.change({ method: 'PATCH', path: '/1.0', body: { config } }, within);
}

async function join(hub: IncusClient, own: IncusClient, n: number): Promise<void> {
  const signal = AbortSignal.timeout(WAIT_MS);
  const asked = await hub.start({ method: 'POST', path: '/1.0/cluster/members', body: { server_name: memberName(n) } }, signal);
  const { serverName, secret, fingerprint, addresses, expiresAt } = Token.parse(asked?.metadata);
  const token = { server_name: serverName, fingerprint, addresses, secret, expires_at: expiresAt };
  const { value } = await hub.read('/1.0', Server, signal);
  const body = {
    server_name: memberName(n),
    enabled: true,
    server_address: `${addressOf(n)}:8443`,
    cluster_address: `${addressOf(0)}:8443`,
    cluster_certificate: value.environment.certificate,
    cluster_token: Buffer.from(JSON.stringify(token)).toString('base64'),
    member_config: [],
  };
  await own.change({ method: 'PUT', path: '/1.0/cluster', body }, { ms: WAIT_MS, signal });
  for (;;) {
    const { value: members } = await hub.read('/1.0/cluster/members?recursion=1', Members, signal);
    if (members.some((member) => member.server_name === memberName(n) && member.status === 'Online')) return;
    await sleep(100, undefined, { signal });
  }
}
