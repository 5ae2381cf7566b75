// npm run dev:incus: a disposable Incus, and Boreal on it with places for servers without GPUs. Its data is in data/incus.
import { spawn, spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { lab as furniture, OVERCOMMITTED } from './furnish.ts';
import { LABS, startLab, whyNoLab } from './lab.ts';

/** The next server has the address of one that is gone, and another key: ssh is not to remember them. */
const OF_NOBODY = '-o UserKnownHostsFile=/dev/null -o StrictHostKeyChecking=no';
const ROOT = join(import.meta.dirname, '../..');
const why = await whyNoLab();
if (why !== null) {
  console.error(why);
  process.exit(3);
}
const lab = await startLab(join(LABS, 'dev'));
const env = {
  ...process.env,
  BOREAL_ENGINE: 'incus',
  BOREAL_DATA_DIR: process.env['BOREAL_DATA_DIR'] ?? 'data/incus',
  INCUS_URL: lab.url,
  INCUS_NETWORK: furniture.network,
  INCUS_PROBE_PROXY: `unix://${lab.hostRelay}`,
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
Log in to a server (${furniture.username} is its user, KEY your private key, IP its address):
  ssh -i KEY ${OF_NOBODY} -o ProxyCommand="${process.execPath} ${join(import.meta.dirname, 'connect.ts')} ${lab.outsideRelay} %h %p" ${furniture.username}@IP
The operator's command: BOREAL_DATA_DIR=${env.BOREAL_DATA_DIR} npm run operator -- server list
Incus lives on when Boreal ends; npm run dev:incus:down removes it. Remove ${env.BOREAL_DATA_DIR} with it.
`);

/** What an operator does once, before the first sale. */
function setUp(): void {
  operate('image', 'add', furniture.image, '--name', 'Throw-away guest', '--username', furniture.username, '--default');
  const pool = /pool_\w+/.exec(operate('pool', 'add', 'lab', '--model', 'l4', '--engine', 'incus', '--without-gpus'))?.[0] ?? '';
  const host = operate('engine', 'hosts').split('\n')[1]?.split(' ')[0] ?? '';
  const hostId = /host_\w+/.exec(operate('host', 'add', host, '--pool', pool, '--gpus', '8'))?.[0] ?? '';
  operate('host', 'limit', hostId, ...OVERCOMMITTED);
  operate('address', 'add', furniture.addressesV4);
  operate('address', 'add', furniture.addressesV6);
  console.log(operate('engine', 'check'));
}

function operate(...args: readonly string[]): string {
  const done = spawnSync(process.execPath, ['server/src/operator/main.ts', ...args], { cwd: ROOT, env, encoding: 'utf8' });
  if (done.status !== 0) console.error(done.stdout, done.stderr);
  return done.stdout;
}
