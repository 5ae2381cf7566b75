import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { connect, type Database } from './connect.ts';
import { ensurePartitions, migrate } from './migrate.ts';
import { keepEveryPlan, withKeptPlans } from './testing/keep-every-plan.ts';

const TEMPLATE = 'boreal_template';

/** When tests begin by default: the template has partitions from that month on. */
export const TESTS_BEGIN = new Date('2026-12-01T15:00:00Z');

/** A separate database for one test file, cloned from the migrated template; dropped by `close`. */
export interface TestDatabase extends Database {
  readonly url: string;
}

/**
 * `scripts/test.ts` starts a run's single Postgres and names it in BOREAL_TEST_POSTGRES. `plans`: whether prepared statements use generic
 * plans, which suits a test's few rows, or plan as in production.
 */
export async function testDatabase({ plans = 'kept' }: { plans?: 'kept' | 'as in production' } = {}): Promise<TestDatabase> {
  const cluster = clusterUrl();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Copied as files, in half the time: by default Postgres would write the whole template to its log.
  await asAdmin(cluster, (admin) => admin.query(`create database ${name} template ${TEMPLATE} strategy file_copy`));
  const url = withDatabase(cluster, name);
  const keeps = plans === 'kept';
  const db = connect({ url: keeps ? withKeptPlans(url) : url, max: 12 });
  if (keeps) db.pool.on('connect', keepEveryPlan);
  return {
    ...db,
    url,
    close: async () => {
      await db.close();
      await asAdmin(cluster, (admin) => admin.query(`drop database ${name} with (force)`));
    },
  };
}

/** Waits until a statement in this database, or several, block on a lock that the test holds. */
export async function untilSomebodyWaits(db: Pick<TestDatabase, 'pool'>, many = 1): Promise<void> {
  for (let tries = 0; tries < 1000; tries += 1) {
    const { rows } = await db.pool.query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    if (rows.length >= many) return;
    await setTimeout(10);
  }
  throw new Error('nobody waits for a lock');
}

/** An empty database, for tests of migration itself. `made`: options of `create database`. */
export async function emptyTestDatabase(made = ''): Promise<{ url: string; drop: () => Promise<void> }> {
  const cluster = clusterUrl();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(cluster, (admin) => admin.query(`create database ${name} ${made}`));
  return { url: withDatabase(cluster, name), drop: () => asAdmin(cluster, (admin) => admin.query(`drop database ${name} with (force)`)) };
}

/** Makes the template that test databases are cloned from. Called once per run. */
export async function prepareTemplate(cluster: string): Promise<void> {
  await asAdmin(cluster, async (admin) => {
    await admin.query(`drop database if exists ${TEMPLATE}`);
    await admin.query(`create database ${TEMPLATE}`);
  });
  const url = withDatabase(cluster, TEMPLATE);
  await migrate(url);
  const db = connect({ url, max: 1 });
  try {
    await ensurePartitions(db.sql, TESTS_BEGIN);
  } finally {
    await db.close();
  }
}

function clusterUrl(): string {
  const url = process.env['BOREAL_TEST_POSTGRES'];
  if (!url) throw new Error('No Postgres for tests: run them with "npm test" or "npm run test:file -- FILE…".');
  return url;
}

/** The same server, another database; socket URLs keep their `host` parameter. */
function withDatabase(cluster: string, name: string): string {
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return url.toString();
}

async function asAdmin(cluster: string, run: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: cluster });
  await admin.connect();
  try {
    await run(admin);
  } finally {
    await admin.end();
  }
}
