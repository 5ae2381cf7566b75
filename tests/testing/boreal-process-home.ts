import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { connect, type Database } from '../../server/src/db/connect.ts';
import { startEmbeddedPostgres } from '../../server/src/db/embedded-postgres.ts';
import { TRUST_THIS_MACHINE } from './boreal-process-client.ts';
import { freePort, spawnBoreal, until, untilReady, type BorealProcess, type Environment } from './boreal-process.ts';

const DemoCustomer = z.strictObject({
  name: z.string(),
  email: z.string(),
  password: z.string().min(12),
  accountId: z.string().regex(/^acc_/),
  balance: z.number(),
  restKey: z.string().regex(/^gpu_[0-9A-Za-z]{40,}$/),
  readOnlyKey: z.string().regex(/^gpu_[0-9A-Za-z]{40,}$/),
  mcpKey: z.string().regex(/^svc_mcp_[0-9A-Za-z]{40,}$/),
});
export type DemoCustomer = z.infer<typeof DemoCustomer>;

/** `demo.json` as it is promised: these fields and no other. */
const DemoFile = z.strictObject({
  siteUrl: z.string(),
  baseUrl: z.string(),
  customers: z.tuple([DemoCustomer, DemoCustomer, DemoCustomer]),
  operator: z.strictObject({ email: z.string(), password: z.string().min(12) }),
});
export type DemoFile = z.infer<typeof DemoFile>;

/** A data directory with whatever Boreals are started on it. */
export interface BorealHome {
  readonly dataDir: string;
  /** Starts a Boreal here and waits until it runs. `root`: that of another version. */
  start(environment?: Environment, root?: string): Promise<BorealProcess>;
  /** Starts a Boreal here that may well fail. */
  spawn(environment?: Environment, root?: string): Promise<BorealProcess>;
  demo(): Promise<DemoFile>;
  /** Where the embedded Postgres of the running Boreal answers. */
  databaseUrl(): Promise<string>;
  /** Does something in the database of the running Boreal. */
  inDatabase<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Does something in the database while no Boreal runs. */
  inStoppedDatabase<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** The processes of Postgres that work in the data directory. */
  postgresPids(): Promise<number[]>;
  /** The process that all others of the embedded Postgres come from. */
  postmasterPid(): Promise<number>;
  /** Ends everything and removes the directory. */
  close(): Promise<void>;
}

/** In a folder that may be another than that of temporary files: one on a disk of its own. */
export async function makeBorealHome(within: string = tmpdir()): Promise<BorealHome> {
  const folder = await mkdtemp(join(within, 'boreal-process-'));
  const dataDir = join(folder, 'data');
  const postgresDir = join(dataDir, 'postgres');
  const boreals: BorealProcess[] = [];

  const spawnHere = async (environment: Environment = {}, root?: string) => {
    const port = Number(environment['BOREAL_PORT'] ?? (await freePort()));
    const boreal = spawnBoreal(port, { BOREAL_DATA_DIR: dataDir, ...TRUST_THIS_MACHINE, ...environment }, root);
    boreals.push(boreal);
    return boreal;
  };
  const databaseUrl = async () => {
    const { url } = z.object({ url: z.string() }).parse(JSON.parse(await readFile(join(dataDir, 'database.json'), 'utf8')));
    return url;
  };
  const postgresPids = () => processesIn(postgresDir);

  return {
    dataDir,
    spawn: spawnHere,
    start: async (environment, root) => untilReady(await spawnHere(environment, root)),
    demo: async () => DemoFile.parse(JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))),
    databaseUrl,
    inDatabase: async (work) => withDatabase(await databaseUrl(), work),
    inStoppedDatabase: async (work) => {
      const postgres = await startEmbeddedPostgres({ dataDir: postgresDir });
      try {
        return await withDatabase(postgres.url, work);
      } finally {
        await postgres.stop();
      }
    },
    postgresPids,
    postmasterPid: async () => Number((await readFile(join(postgresDir, 'postmaster.pid'), 'utf8')).split('\n')[0]),
    close: async () => {
      await Promise.all(boreals.map((boreal) => boreal.end('SIGKILL')));
      const socketDir = await readFile(join(postgresDir, 'postmaster.pid'), 'utf8').then(
        (text) => text.split('\n')[4] ?? '',
        () => '',
      );
      for (const pid of await postgresPids()) signal(pid, 'SIGQUIT');
      await until('its Postgres ends', 60_000, postgresPids, (pids) => pids.length === 0);
      if (dirname(socketDir) === tmpdir()) await rm(socketDir, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = connect({ url, max: 4 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Processes whose working directory is this one, as that of every process of a Postgres is. Only Linux tells. */
async function processesIn(folder: string): Promise<number[]> {
  if (process.platform !== 'linux' || !existsSync(folder)) return [];
  const home = await stat(folder);
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const place = await stat(`/proc/${pid}/cwd`).catch(() => null);
      return place?.dev === home.dev && place.ino === home.ino ? [pid] : [];
    }),
  );
  return found.flat();
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}
