import { setPasswordCost } from '../ground/people/password.ts';
import type { ConsoleCreateServerRequest } from '@boreal/contract/servers/console-servers.ts';
import type { ServerAction } from '@boreal/contract/servers/servers.ts';
import { parseCad } from '@boreal/contract/values/money.ts';
import type { Sql } from '../../db/connect.ts';
import { ensurePartitions } from '../../db/migrate.ts';
import { testDatabase, TESTS_BEGIN, type TestDatabase } from '../../db/testing.ts';
import type { MoveMinutes } from '@boreal/contract/servers/moves.ts';
import { EngineError, type EngineCan } from '../../engines/engine.ts';
import type { HostFound } from '../../engines/engine-hosts.ts';
import { foundIn } from '../../engines/simulated/gpus.rules.ts';
import { enginesOf, type Engines } from '../../engines/engines.ts';
import { createSimulatedEngine, type SimulatedEngine } from '../../engines/simulated/simulated-engine.ts';
import type { DurationRanges } from '../../engines/simulated/machine.rules.ts';
import type { Query } from '../../engines/simulated/schema.ts';
import { createSandboxPayments, type SandboxPayments } from '../../payments/sandbox/sandbox-payments.ts';
import { addMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kit/clock.ts';
import { handClock, type HandClock } from '../../kit/hand-clock.ts';
import { newId } from '../../kit/ids.ts';
import { createLog } from '../../kit/log.ts';
import { createAccount } from '../money/accounts/create-account.ts';
import { giveCredit, readCredit } from '../money/ledger/ledger.store.ts';
import { ensureMeterMark } from '../money/clocks/meter-mark.store.ts';
import { noteTraits } from '../fleet/engines/engine-traits.store.ts';
import { addHost } from '../fleet/capacity/hosts/add-host.ts';
import { addPool } from '../fleet/capacity/pools/add-pool.ts';
import { listEngineHosts } from '../fleet/capacity/places/capacity.store.ts';
import { insertEngines } from '../ground/installation/engine-names.store.ts';
import { seedCatalog } from '../money/catalog/seed-catalog.store.ts';
import { createCtx } from '../create-ctx.ts';
import { createSchedules, type Schedule, type Schedules } from '../schedules.ts';
import type { Ctx, CustomerCtx } from '../ground/ctx.ts';
import { actOnServer } from '../fleet/lifecycle/change/act-on-server.ts';
import { convergeServer } from '../fleet/lifecycle/converge/converge-server.ts';
import { createServer } from '../fleet/lifecycle/create/create-server.ts';
import { deleteServer } from '../fleet/lifecycle/change/delete-server.ts';
import { findServer, listDueServers, nextConvergeAt, type ServerRow } from '../fleet/servers/servers.store.ts';
import { lockAccount } from '../money/ledger/locked-account.store.ts';

/** A whole Boreal without doors, in its own database, on a clock that only the test moves. */
export interface Cloud {
  readonly db: TestDatabase;
  readonly clock: HandClock;
  /** The engine `simulated`, which has all hosts that a test does not add itself. */
  readonly engine: SimulatedEngine;
  /** That engine, and the others that the test opens. */
  readonly engines: Engines;
  /** The others, by name. */
  readonly beside: ReadonlyMap<string, SimulatedEngine>;
  readonly payments: SandboxPayments;
  readonly ctx: Ctx;
  /** The hosts' resources, by name, if limited; a test may change them. */
  readonly found: Map<string, HostFound>;
  /** A customer with this much credit and an SSH key. */
  customer(cad: string): Promise<Customer>;
  /** Does all due work and moves the clock to the next due work, until there is none. */
  settle(options?: { repeatEachStep?: number }): Promise<void>;
  /**
   * Moves the clock forward, running the schedules as the worker would: the meter and the watch every `tickMs`, other work as it becomes
   * due.
   */
  pass(ms: number, tickMs?: number): Promise<void>;
  /** Runs schedules once, as if they were due. */
  runSchedules(names: readonly (keyof Schedules)[]): Promise<void>;
  /** Runs the schedules of cards, payments and orders once, as the worker does every few seconds. */
  tendMoney(): Promise<void>;
  /** The same for backups. */
  tendBackups(): Promise<void>;
  meter(): Promise<void>;
  server(id: string): Promise<ServerRow>;
  /** How many GPUs a server has; or, without one, how many are not free: a server has them or has yet to leave them. */
  gpusTaken(serverId?: string): Promise<number>;
  close(): Promise<void>;
}

export interface Customer {
  readonly ctx: CustomerCtx;
  readonly sshKeyId: string;
  deploy(productId?: string, more?: Partial<ConsoleCreateServerRequest>): Promise<string>;
  act(serverId: string, action: ServerAction): Promise<void>;
  remove(serverId: string): Promise<void>;
  balance(): Promise<bigint>;
}

/** A key that ssh-keygen made for these tests; its private half was thrown away. */
const PUBLIC_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHhXmYhLDhRBnJoLzDsLDBKXJwTZ8bPvMCzv0cHyDkYQ tests';

/** Tests sign many people in; a hash at production cost has its own test. */
export const TEST_PASSWORD_COST = 10;

/** The longest anything takes on the simulated engine, with retries: after this, `settle` reports work as stuck. */
const SETTLE_LIMIT_MS = 3 * HOUR_MS;

const OF_CARDS = ['autoReload', 'payments', 'orders'] as const satisfies readonly (keyof Schedules)[];
const OF_BACKUPS = ['backups', 'deletedBackups'] as const satisfies readonly (keyof Schedules)[];

/**
 * How many GPUs each host has, by model, or its other sizes: `{ 'h100-sxm': [8, 8], l4: [2] }` are three hosts with plenty of everything
 * else.
 */
export type HostGpus = Readonly<Record<string, readonly (number | TestHost)[]>>;

export interface TestHost {
  readonly gpus: number;
  readonly cores: number;
  readonly memoryGb: number;
  /** For both kinds of disks and for backups, without what is reserved for the host. */
  readonly diskGb: number | { readonly system: number; readonly work: number };
}

export interface CloudOptions {
  readonly start?: Date;
  readonly hosts?: HostGpus;
  /** The test's own clock; `start` is ignored then. */
  readonly clock?: HandClock;
  /** Simulated engines besides the one named `simulated`, by name, with their hosts. */
  readonly beside?: Readonly<Record<string, HostGpus>>;
  /** How long the engine's transitions take; default: its own table, by machine. */
  readonly seconds?: Partial<DurationRanges>;
  /** What the engine cannot do, and how long it may take, if that differs from the usual. */
  readonly can?: Partial<EngineCan>;
  /** How many GPUs the hosts of an engine that chooses hosts by itself really have, by name, if that differs from what was declared. */
  readonly really?: Readonly<Record<string, number>>;
  readonly limits?: Partial<MoveMinutes>;
  /** How statements are planned; by default in the best way for a test's few rows. */
  readonly plans?: 'as in production';
  /** Wraps every transaction of this cloud, for instance to make the database go down. */
  readonly around?: (transact: Ctx['transact']) => Ctx['transact'];
}

export async function startCloud(options: CloudOptions = {}): Promise<Cloud> {
  setPasswordCost(TEST_PASSWORD_COST);
  const db = await testDatabase({ plans: options.plans ?? 'kept' });
  const clock = options.clock ?? handClock(options.start ?? TESTS_BEGIN);
  const log = createLog('silent');
  const plain = createCtx({ db, clock, log });
  const transact = options.around?.(plain.transact) ?? plain.transact;
  // Backoff without jitter, so that a failing run can be repeated.
  const ctx: Ctx = { ...plain, transact, random: () => 0 };
  await ensurePartitions(db.sql, clock.now());
  await ensureMeterMark(db.sql, clock.now());
  await ctx.transact((tx) => seedCatalog(tx, clock.now()));
  const found = new Map<string, HostFound>();
  await addHosts(ctx, { engine: 'simulated', found }, options.hosts ?? { 'h100-sxm': [8], l4: [2] });
  const query = async <R>(sql: string, params: readonly unknown[] = []) => {
    const result = await db.pool.query(sql, [...params]);
    const rows: readonly R[] = result.rows;
    return rows;
  };
  const payments = createSandboxPayments({ query, clock });
  await payments.prepare();
  const engine = createSimulatedEngine({
    query,
    clock,
    seed: 'cloud',
    ...(options.seconds && { seconds: options.seconds }),
    ...(options.can && { can: options.can }),
    ...(options.limits && { limits: options.limits }),
    hosts: async (name) =>
      (await listEngineHosts(db.sql, 'simulated', name)).map((host) => ({
        ...host,
        gpuModels: really(host.gpuModels, options.really?.[host.name]),
        found: found.get(host.name),
      })),
  });
  await engine.prepare();
  await noteTraits(db.sql, engine);
  const beside = await openBeside({ db, clock, ctx, query }, options);
  const engines = enginesOf([engine, ...beside.values()]);

  const runDue = async (repeat: number) => {
    const due = await listDueServers(db.sql, { now: clock.now(), wall: clock.wall(), limit: 1000 });
    for (const id of due) for (let n = 0; n < repeat; n += 1) await convergeServer(ctx, engines, id);
    return due.length;
  };
  const settle = async ({ repeatEachStep = 1 }: { repeatEachStep?: number } = {}) => {
    const limit = addMs(clock.now(), SETTLE_LIMIT_MS);
    for (;;) {
      while ((await runDue(repeatEachStep)) > 0);
      const next = await nextConvergeAt(db.sql);
      if (next === null) return;
      if (next > limit) throw new Error('work does not come to an end');
      clock.moveTo(next);
    }
  };
  const schedules = createSchedules(ctx, { engines, payments });
  const runOne = async (name: keyof Schedules) => {
    try {
      await schedules[name]?.run();
    } catch (error) {
      // As in the worker, a call that the engine does not answer is retried at its next time.
      if (!(error instanceof EngineError)) throw error;
    }
  };
  const run = async (some: readonly (keyof Schedules)[]) => {
    for (const name of some) await runOne(name);
  };
  // The sweep wakes workers, and here none waits. Only tests about holders check which database drives an engine: in all others, older
  // copies are the newest there is.
  const names = Object.keys(schedules).filter((name): name is keyof Schedules => name !== 'sweep' && name !== 'holders');
  const nextRun = new Map<keyof Schedules, Date>();
  const periodMs = (name: keyof Schedules) => {
    const every: Schedule['every'] | undefined = schedules[name]?.every;
    return every && 'productMs' in every ? every.productMs : 0;
  };
  const pass = async (ms: number, tickMs = MINUTE_MS) => {
    const end = addMs(clock.now(), ms);
    // Without a card there is nothing to do, and a year of minutes is long.
    const cards = (await db.sql.selectFrom('cards').select('id').limit(1).execute()).length > 0;
    while (clock.now() < end) {
      const next = await nextConvergeAt(db.sql);
      const tick = addMs(clock.now(), tickMs);
      const stop = new Date(
        Math.min(end.getTime(), tick.getTime(), Math.max(next?.getTime() ?? Infinity, clock.now().getTime() + SECOND_MS)),
      );
      clock.moveTo(stop);
      await runDue(1);
      for (const name of names) {
        if (clock.now() < (nextRun.get(name) ?? clock.now()) || (!cards && OF_CARDS.some((one) => one === name))) continue;
        await runOne(name);
        nextRun.set(name, addMs(clock.now(), periodMs(name)));
      }
      await runDue(1);
    }
    while ((await runDue(1)) > 0);
  };

  return {
    db,
    clock,
    engine,
    engines,
    beside,
    payments,
    ctx,
    found,
    customer: (cad) => addCustomer(ctx, cad),
    settle,
    pass,
    runSchedules: run,
    tendMoney: () => run(OF_CARDS),
    tendBackups: () => run(OF_BACKUPS),
    meter: () => run(['meter']),
    server: async (id) => {
      const row = await findServer(db.sql, id);
      if (!row) throw new Error(`there is no server ${id}`);
      return row;
    },
    gpusTaken: (serverId) => countGpus(db.sql, serverId),
    close: () => db.close(),
  };
}

/** This many GPUs of the first model, if that differs from what was declared. */
function really(declared: readonly string[], count: number | undefined): readonly string[] {
  return count === undefined ? declared : Array.from({ length: count }, () => declared[0] ?? '');
}

/** The other simulated engines, each with its own pools and hosts, named like those of `simulated`. */
async function openBeside(
  { db, clock, ctx, query }: { db: TestDatabase; clock: HandClock; ctx: Ctx; query: Query },
  { beside = {}, seconds }: CloudOptions,
): Promise<ReadonlyMap<string, SimulatedEngine>> {
  const engines = new Map<string, SimulatedEngine>();
  for (const [name, hosts] of Object.entries(beside)) {
    await insertEngines(db.sql, [{ name, kind: 'simulated' }]);
    await addHosts(ctx, { engine: name, found: new Map() }, hosts);
    const of = (hostName?: string) => listEngineHosts(db.sql, name, hostName);
    const engine = createSimulatedEngine({ name, query, clock, seed: 'cloud', hosts: of, ...(seconds && { seconds }) });
    await engine.prepare();
    await noteTraits(db.sql, engine);
    engines.set(name, engine);
  }
  return engines;
}

async function addHosts(ctx: Ctx, of: { engine: string; found: Map<string, HostFound> }, hosts: HostGpus): Promise<void> {
  const { engine, found } = of;
  let n = 0;
  for (const [model, sizes] of Object.entries(hosts)) {
    const pool = await addPool(ctx, { name: engine === 'simulated' ? model : `${engine} ${model}`, engine, gpuModel: model });
    for (const size of sizes) {
      const name = `${model}-${n}`;
      const gpuCount = typeof size === 'number' ? size : size.gpus;
      if (typeof size !== 'number') found.set(name, foundOf(name, size));
      await addHost(ctx, {
        poolId: pool.id,
        name,
        gpuCount,
        found: foundIn({ name, gpuModels: Array.from({ length: gpuCount }, () => model), found: found.get(name) }),
      });
      n += 1;
    }
  }
}

function foundOf(name: string, { cores, memoryGb, diskGb }: TestHost): HostFound {
  const storage = (kind: string, sizeGb: number) => ({ name: `${name}/${kind}`, sizeGb: sizeGb + STORAGE_RESERVE_GB });
  const one = typeof diskGb === 'number' ? storage('disks', diskGb) : null;
  const system = typeof diskGb === 'number' ? one : storage('system', diskGb.system);
  const work = typeof diskGb === 'number' ? one : storage('work', diskGb.work);
  return { cores, memoryGb: memoryGb + MEMORY_RESERVE_GB, storages: { system, work, backups: system } };
}

/** What is reserved for the host unless an operator says otherwise. */
const MEMORY_RESERVE_GB = 4;
const STORAGE_RESERVE_GB = 20;

/** A customer with this much credit and an SSH key, whatever the engine. */
export async function addCustomer(ctx: Ctx, cad: string): Promise<Customer> {
  const amountMicros = parseCad(cad);
  if (amountMicros === null) throw new Error(`${cad} is not an amount`);
  const now = ctx.clock.now();
  const sshKeyId = newId('sshKey', now);
  const accountId = await ctx.transact(async (tx) => {
    const id = await createAccount(tx, { name: 'Customer', now });
    if (amountMicros > 0n) {
      await giveCredit(tx, ctx, await lockAccount(tx, id), {
        key: `test:${id}`,
        type: 'promo',
        amountMicros,
        against: 'promo',
        data: { of: 'by_hand', reason: 'Test credit' },
      });
    }
    await tx
      .insertInto('sshKeys')
      .values({ id: sshKeyId, accountId: id, name: 'tests', publicKey: PUBLIC_KEY, fingerprint: 'SHA256:tests', createdAt: now })
      .execute();
    return id;
  });
  const own: CustomerCtx = { ...ctx, accountId, actor: { type: 'api_key', id: 'key_test', name: 'tests' }, requestId: 'req_test' };
  return {
    ctx: own,
    sshKeyId,
    deploy: async (productId = 'h100-sxm-x1', more = {}) => (await createServer(own, { productId, sshKeyId, ...more })).id,
    act: async (serverId, action) => void (await actOnServer(own, { serverId, action })),
    remove: async (serverId) => void (await deleteServer(own, { serverId })),
    balance: () => readCredit(ctx.db.sql, accountId),
  };
}

async function countGpus(db: Sql, serverId: string | undefined): Promise<number> {
  const rows = await db
    .selectFrom('gpus')
    .select('serverId')
    .where((eb) =>
      serverId === undefined
        ? eb.or([eb('serverId', 'is not', null), eb('leavingServerId', 'is not', null), eb('orphanId', 'is not', null)])
        : eb('serverId', '=', serverId),
    )
    .execute();
  return rows.length;
}
