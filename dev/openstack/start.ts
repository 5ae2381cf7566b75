// npm run dev:openstack: a disposable OpenStack, and Boreal on it, with places for servers without GPUs. Its data is in data/openstack.
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { KVM_HOST, PASSWORD, REGION } from './config.ts';
import { lab as furniture } from './furnish.ts';
import { startLab, whyNoLab } from './lab.ts';

/** Plans are made for larger hosts, and what is tried here fills none. */
const OVERCOMMITTED = ['core', 'memory', 'disk'].flatMap((what) => [`--${what}-factor`, '1000', `--${what}-reserve`, '0']);
/** The next server has the address of one that is gone, and another key: ssh is not to remember them. */
const OF_NOBODY = '-o UserKnownHostsFile=/dev/null -o StrictHostKeyChecking=no';
const ROOT = join(import.meta.dirname, '../..');

const begun = performance.now();
const tell = (what: string) => console.log(`[${String(Math.round((performance.now() - begun) / 1000)).padStart(4)} s] ${what}`);
tell('programs');
const why = await whyNoLab();
if (why !== null) {
  console.error(why);
  process.exit(3);
}
const lab = await startLab(tell);
const env = {
  ...process.env,
  BOREAL_ENGINE: 'openstack',
  BOREAL_DATA_DIR: process.env['BOREAL_DATA_DIR'] ?? 'data/openstack',
  OS_AUTH_URL: lab.authUrl,
  OS_USERNAME: 'admin',
  OS_PASSWORD: PASSWORD,
  OS_PROJECT_NAME: 'admin',
  OS_REGION_NAME: REGION,
  OPENSTACK_CLOUD: 'ours',
  OPENSTACK_NETWORK: furniture.networks.admin,
  OPENSTACK_FLOATING_NETWORK: furniture.externalNetwork,
  // What the smallest plan sells is more than this machine has.
  OPENSTACK_FLAVORS: 'l4x1=lab.nano',
  OPENSTACK_WORK_DISK: 'ephemeral',
  OPENSTACK_METRICS: 'diagnostics',
  OPENSTACK_PROBE_FROM: furniture.outside,
  OPENSTACK_PROBE_PROXY: `unix://${lab.outsideRelay}`,
};

const boreal = spawn(process.execPath, ['server/src/main.ts'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => boreal.kill(signal));
let told = '';
boreal.stdout.on('data', (bytes: Buffer) => {
  told += bytes.toString();
  process.stdout.write(bytes);
});
boreal.on('exit', (code) => process.exit(code ?? 1));
while (!told.includes('Boreal is running')) await sleep(50);
if (operate('pool', 'list').includes('There is no pool yet')) setUp();
console.log(`
Deploy l4-x1 in the console, and log in to it (${furniture.username} is its user, KEY your private key, IP its address):
  ssh -i KEY ${OF_NOBODY} -o ProxyCommand="${process.execPath} ${join(ROOT, 'dev/incus/connect.ts')} ${lab.outsideRelay} %h %p" ${furniture.username}@IP
The operator's command: BOREAL_DATA_DIR=${env.BOREAL_DATA_DIR} npm run operator -- server list
OpenStack lives on when Boreal ends; npm run dev:openstack:down removes it. Remove ${env.BOREAL_DATA_DIR} with it.
`);

/** What an operator does once, before the first sale. */
function setUp(): void {
  operate('image', 'add', furniture.image, '--name', 'Disposable guest', '--username', furniture.username, '--default');
  const pool =
    /pool_\w+/.exec(operate('pool', 'add', 'lab', '--model', 'l4', '--engine', 'openstack', '--machines', 'vm', '--without-gpus'))?.[0] ??
    '';
  const hostId = /host_\w+/.exec(operate('host', 'add', KVM_HOST, '--pool', pool, '--gpus', '4'))?.[0] ?? '';
  operate('host', 'limit', hostId, ...OVERCOMMITTED);
  console.log(operate('engine', 'check'));
}

function operate(...args: readonly string[]): string {
  const done = spawnSync(process.execPath, ['server/src/operator/main.ts', ...args], { cwd: ROOT, env, encoding: 'utf8' });
  if (done.status !== 0) console.error(done.stdout, done.stderr);
  return done.stdout;
}
