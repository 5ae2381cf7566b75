import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = join(import.meta.dirname, '..');
/** The next server has the address of one that is gone, and another key: ssh is not to remember them. */
const OF_NOBODY = '-o UserKnownHostsFile=/dev/null -o StrictHostKeyChecking=no';

/** Runs the operator's command on this Boreal; returns what it printed. */
export type Operate = (...args: readonly string[]) => string;

export interface DevCloud {
  /** As its npm scripts are named. */
  readonly name: 'incus' | 'openstack';
  readonly title: string;
  readonly username: string;
  /** The socket through which one reaches addresses of its servers. */
  readonly outsideRelay: string;
  /** What an operator does once, before the first sale. */
  setUp(operate: Operate): void;
}

/** Starts Boreal on a cloud, sets it up the first time, and says how to go on. It ends with this process, and this process with it. */
export async function runBoreal({ name, title, username, outsideRelay, setUp }: DevCloud, settings: Readonly<Record<string, string>>) {
  const dataDir = process.env['BOREAL_DATA_DIR'] ?? `data/${name}`;
  const env = { ...process.env, BOREAL_ENGINE: name, BOREAL_DATA_DIR: dataDir, ...settings };
  const boreal = spawn(process.execPath, ['server/dist/main.js'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => boreal.kill(signal));
  let told = '';
  boreal.stdout.on('data', (bytes: Buffer) => {
    told += bytes.toString();
    process.stdout.write(bytes);
  });
  boreal.on('exit', (code) => process.exit(code ?? 1));
  while (!told.includes('Boreal is running')) await sleep(50);

  const operate: Operate = (...args) => {
    const done = spawnSync(process.execPath, ['server/dist/operator.js', ...args], { cwd: ROOT, env, encoding: 'utf8' });
    if (done.status !== 0) console.error(done.stdout, done.stderr);
    return done.stdout;
  };
  if (operate('pool', 'list').includes('There is no pool yet')) {
    setUp(operate);
    console.log(operate('engine', 'check'));
  }
  console.log(`
Deploy l4-x1 in the console, and log in to it (${username} is its user, KEY your private key, IP its address):
  ssh -i KEY ${OF_NOBODY} -o ProxyCommand="${process.execPath} ${join(ROOT, 'dev/incus/connect.ts')} ${outsideRelay} %h %p" ${username}@IP
The operator's command: BOREAL_DATA_DIR=${dataDir} npm run operator -- server list
${title} lives on when Boreal ends; npm run dev:${name}:down removes it. Remove ${dataDir} with it.
`);
}
