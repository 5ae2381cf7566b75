import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildDoors } from './start/build-doors.ts';
import type { Config } from './config.ts';
import { demoSecret } from './core/ground/installation/demo-secret.ts';
import { isDemo, holdsRealPeople } from './core/ground/installation/installation.store.ts';
import { sellerGapSentences } from './core/commerce/invoices/seller-gap-sentences.ts';
import { listSellerGaps } from './core/commerce/invoices/seller-gaps.ts';
import { ensureMeterMark } from './core/money/clocks/meter-mark.store.ts';
import { fencedPayments } from './core/commerce/provider/fenced-payments.ts';
import { noteTraits } from './core/fleet/engines/engine-traits.store.ts';
import { listFenced } from './core/fleet/holders/holders.store.ts';
import { createCtx } from './core/create-ctx.ts';
import type { Ctx, DatabaseCopies } from './core/ground/ctx.ts';
import { neverBack } from './db/clock-behind.ts';
import { connect, REQUEST_PATIENCE, WORK_PATIENCE, type Database } from './db/connect.ts';
import { keepBackups, postgresDir, type KeptBackups } from './db/backup/keep-backups.ts';
import { openPlace } from './db/backup/open-place.ts';
import { ARCHIVE_SETTINGS } from './db/backup/ship-wal.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './db/embedded-postgres.ts';
import { ensurePartitions, migrate } from './db/migrate.ts';
import { openNotifications, type Notifications } from './db/notifications.ts';
import { openProductClock, slowProductClock } from './db/product-clock.ts';
import { openDemo, type DemoFile } from './demo/open-demo.ts';
import { seedDemoCards } from './demo/seed-cards.ts';
import type { Engines } from './engines/engines.ts';
import { purgeIdempotencyKeys } from './door/idempotency.ts';
import { createLimits } from './door/limits.ts';
import { listen } from './http/listen.ts';
import { openIdentities } from './identity/open-identities.ts';
import type { RequireClock } from './kit/clock-comparison.ts';
import { systemClock, type Clock } from './kit/clock.ts';
import type { LevelledLog, Log } from './kit/log.ts';
import type { Measures } from './kit/measures.ts';
import { createFolderMailer } from './mail/folder-mailer.ts';
import type { Mailer } from './mail/mailer.ts';
import { createSmtpMailer } from './mail/smtp-mailer.ts';
import type { Payments } from './payments/port.ts';
import { createSandboxPayments } from './payments/sandbox/sandbox-payments.ts';
import { dcgmExporter } from './engines/dcgm/read-exporter.ts';
import { followLogLevel } from './start/follow-log-level.ts';
import { openClockComparison } from './start/open-clock-comparison.ts';
import { openMetrics } from './start/open-metrics.ts';
import { untraced, type OpenTraces } from './start/open-traces.ts';
import { checkEngines, nameEngines, openEngines, type ToldEngine } from './start/open-engines.ts';
import { requireFreePort } from './start/require-free-port.ts';
import { StartRefused } from './start/start-refused.ts';
import { watchClock } from './start/watch-clock.ts';
import { purgeSignIns } from './web/sessions/sessions.store.ts';
import { startWorker } from './worker/start-worker.ts';

/** A running Boreal, or the part of it that its role selects. */
export interface Boreal {
  readonly demo: DemoFile | null;
  readonly databaseUrl: string;
  /** What prevents each engine from making machines, and what lets someone who rents one harm others. */
  readonly engines: readonly ToldEngine[];
  /** What documents still lack about the seller, and what to do about each gap. */
  readonly unsaid: readonly string[];
  /** Settles when something indispensable has ended; the message says what ended and what to do. */
  readonly broken: Promise<Error>;
  /** Stops accepting work, waits for work in progress, and closes everything. */
  close(): Promise<void>;
}

/** Cleanup functions, run in reverse order. */
type Closers = (() => Promise<unknown>)[];

/** Builds and starts everything in the configuration. If a later part fails, what was started is stopped again. */
export async function startBoreal(config: Config, log: LevelledLog, tracing: OpenTraces = untraced): Promise<Boreal> {
  const closers: Closers = [() => tracing.close()];
  try {
    return await start(config, { log, tracing }, closers);
  } catch (error) {
    await closeAll(closers, log);
    throw error;
  }
}

async function start(config: Config, { log, tracing }: { log: LevelledLog; tracing: OpenTraces }, closers: Closers): Promise<Boreal> {
  const addresses = config.role === 'worker' ? [] : await requireFreePort(config);
  const { databaseUrl, broken, kept } = await openDatabase(config, log, closers);
  await migrate(databaseUrl);
  const onError = (error: Error) => log.warn({ err: error }, 'a database connection was lost');
  const db = connect({ url: databaseUrl, max: 20, patience: config.role === 'worker' ? WORK_PATIENCE : REQUEST_PATIENCE, onError });
  closers.push(() => db.close());
  if (config.mode === 'demo' && (await holdsRealPeople(db.sql))) throw new StartRefused(NO_DEMO_HERE);

  const told = await openProductClock(db.sql, config.mode === 'demo' ? { scale: config.timeScale } : {});
  const clock = await neverBack(db.sql, told, { goOn: config.clock === 'go-on' });
  // On the operator's own database other processes may continue.
  if (config.databaseUrl === null) closers.push(() => slowProductClock(db.sql, clock));
  await ensurePartitions(db.sql, clock.now());
  await ensureMeterMark(db.sql, clock.now());
  const { traces } = tracing;
  const ctx = createCtx({ db, clock, log, rules: config.rules, traces, databaseCopies: copiesOf(config, kept) });
  const notifications = openNotifications({ url: databaseUrl, log });
  closers.push(() => notifications.close());
  const level = followLogLevel(ctx, log, { own: config.logLevel, notifications });
  closers.push(() => level.stop());
  await nameEngines(config.engines, ctx);
  const demo = await openContents(config, ctx);

  const metrics = await openMetrics(config, ctx, kept);
  closers.push(() => metrics.close());
  const { measures } = metrics;
  const clocks = await openClockComparison(ctx, { measures, serves: config.role !== 'worker' });
  closers.push(() => clocks.stop());
  const opened = (await openEngines(config, ctx)).map((one) => ({ ...one, engine: tracing.tracedEngine(metrics.measured(one.engine)) }));
  for (const one of opened) closers.push(async () => one.close());
  for (const { engine } of opened) await noteTraits(db.sql, engine);
  const { engines, told: toldOfEngines } = await checkEngines(opened, { mode: config.mode, ctx });
  const isFenced = async () => (await listFenced(db.sql, config.engines)).length > 0;
  const payments = fencedPayments(tracing.tracedPayments(await openPayments(config, db, clock)), isFenced);
  if (demo) await seedDemoCards(ctx, payments, demo);
  if (config.role !== 'api') {
    const mailer = openMailer(config);
    closers.push(() => mailer.close());
    const workDb = config.role === 'worker' ? db : connect({ url: databaseUrl, max: 10, patience: WORK_PATIENCE, onError });
    if (workDb !== db) closers.push(() => workDb.close());
    const worker = await startWorker(createCtx({ db: workDb, clock, log, traces }), {
      engines,
      payments,
      exporter: config.gpuExporter === null ? null : dcgmExporter(config.gpuExporter),
      databaseUrl,
      notifications,
      post: { mailer, siteUrl: config.siteUrl },
      measures,
      heartbeat: config.heartbeat,
      requireClock: watchClock(config, { db: workDb.sql, clock }),
      purge: async () => {
        await purgeIdempotencyKeys(db.sql, clock.now());
        await purgeSignIns(db.sql, clock.wall());
      },
    });
    closers.push(() => worker.stop());
  }
  if (config.role !== 'worker') {
    const { requireServable: requireClock } = clocks;
    await openDoors(config, { ctx, engines, payments, isFenced, notifications, measures, addresses, requireClock }, closers);
  }
  const unsaid = (await listSellerGaps(ctx)).map((gap) => sellerGapSentences[gap]);
  return { demo, databaseUrl, broken, engines: toldOfEngines, unsaid, close: () => closeAll(closers, log) };
}

const NO_DEMO_HERE =
  'This database holds real people and accounts, and a demo would add its own to them. Nothing was changed. ' +
  'Is BOREAL_MODE=production missing from the settings? To run a demo, name another database in DATABASE_URL or BOREAL_DATA_DIR.';

function copiesOf(config: Config, kept: KeptBackups | null): DatabaseCopies {
  if (kept !== null) return { keptBy: 'boreal', newest: () => kept.newestCopy() };
  return { keptBy: config.databaseUrl === null ? 'nobody' : 'others' };
}

interface OpenDatabase {
  readonly databaseUrl: string;
  readonly broken: Promise<Error>;
  /** Null: this process keeps no backups of it. */
  readonly kept: KeptBackups | null;
}

async function openDatabase(config: Config, log: Log, closers: Closers): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) return { databaseUrl: config.databaseUrl, broken: new Promise(() => undefined), kept: null };
  await mkdir(config.dataDir, { recursive: true });
  const dataDir = postgresDir(config.dataDir);
  const { backups } = config;
  const postgres = await startEmbeddedPostgres({
    dataDir,
    onLog: (line) => log.info({ postgres: line }),
    ...(backups && { settings: ARCHIVE_SETTINGS }),
  });
  const stopped = { asked: false };
  const path = join(config.dataDir, 'database.json');
  closers.push(async () => {
    stopped.asked = true;
    await rm(path, { force: true });
    await postgres.stop();
  });
  // How the operator's command finds the database of a running Boreal.
  await rm(path, { force: true });
  await writeFile(path, `${JSON.stringify({ url: postgres.url })}\n`, { mode: 0o600 });
  const clock = systemClock();
  const kept =
    backups &&
    keepBackups({
      url: postgres.url,
      dataDir,
      place: openPlace(backups, () => clock.wall()),
      keepDays: backups.keepDays,
      clock,
      log,
    });
  if (kept) closers.push(() => kept.stop());
  return { databaseUrl: postgres.url, broken: unexpectedEnd(postgres, stopped, log), kept };
}

async function unexpectedEnd(postgres: EmbeddedPostgres, stopped: { asked: boolean }, log: Log): Promise<Error> {
  const exit = await postgres.exited;
  if (stopped.asked) return new Promise(() => undefined);
  log.error({ postgres: exit.lastLines }, 'Postgres has ended by itself');
  // On a full disk Postgres ends when its log needs another file; its last log lines say so, and then the remedy is a different one.
  return new StartRefused('Postgres has ended by itself. Nothing that was answered is lost; start Boreal again.', {
    cause: new Error(exit.lastLines.join('\n')),
  });
}

/** The demo's catalog, people and hosts. Production begins empty: its owner decides what it sells. */
async function openContents(config: Config, ctx: Ctx): Promise<DemoFile | null> {
  if (config.mode === 'demo') {
    await mkdir(config.dataDir, { recursive: true });
    return openDemo(ctx, { dataDir: config.dataDir, siteUrl: config.siteUrl, engines: config.engines });
  }
  if (await isDemo(ctx.db.sql)) {
    const another = config.databaseUrl === null ? `move ${postgresDir(config.dataDir)} away` : 'name another in DATABASE_URL';
    throw new StartRefused(`This database holds the demo and its customers. Production needs a database of its own: ${another}.`);
  }
  return null;
}

/** Sends by SMTP if a server is configured, and otherwise writes to the data directory. */
function openMailer({ smtpUrl, mailFrom, dataDir }: Config): Mailer {
  if (smtpUrl !== null) return createSmtpMailer({ url: smtpUrl, from: mailFrom });
  return createFolderMailer({ folder: join(dataDir, 'mail'), from: mailFrom });
}

async function openPayments({ payments }: Config, db: Database, clock: Clock): Promise<Payments> {
  if (payments.provider === 'stripe') {
    // The library is large, so it is loaded only if it charges cards.
    const { createStripePayments } = await import('./payments/stripe/stripe-payments.ts');
    return createStripePayments(payments);
  }
  const sandbox = createSandboxPayments({ query: queryOf(db), clock });
  await sandbox.prepare();
  return sandbox;
}

function queryOf(db: Database) {
  return async <R>(sql: string, params: readonly unknown[] = []): Promise<readonly R[]> => {
    const result = await db.pool.query(sql, [...params]);
    return result.rows;
  };
}

async function openDoors(
  config: Config,
  parts: {
    ctx: Ctx;
    engines: Engines;
    payments: Payments;
    isFenced: () => Promise<boolean>;
    notifications: Notifications;
    measures: Measures | undefined;
    addresses: readonly string[];
    requireClock: RequireClock;
  },
  closers: Closers,
): Promise<void> {
  const { clock, log } = parts.ctx;
  const limits = createLimits({ clock, log, valkeyUrl: config.valkeyUrl ?? undefined });
  closers.push(() => limits.close());
  const secret = config.secret ?? (await demoSecret(parts.ctx));
  const identities = await openIdentities(config.identities, config.siteUrl);
  const server = await buildDoors({ ...config, ...parts, limits, secret, identities, traceCallers: config.traces?.callers ?? [] }, closers);
  closers.push(() => server.close());
  await listen(server, { addresses: parts.addresses, port: config.port });
}

async function closeAll(closers: Closers, log: Log): Promise<void> {
  for (const close of closers.splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      log.error({ err: error }, 'something could not be closed in order');
    }
  }
}
