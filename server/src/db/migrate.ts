import { readdir, readFile } from 'node:fs/promises';
import { runMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import pg from 'pg';
import { connect, connectJobs, type Sql } from './connect.ts';

const FOLDER = new URL('./migrations/', import.meta.url);

/** The database was migrated by a later version of Boreal than this one. */
export class DatabaseIsNewer extends Error {
  constructor(names: readonly string[]) {
    super(
      `The database was made by a newer Boreal (it has ${names.join(', ')}, which this version does not know). ` +
        'Nothing was changed. Start the newer version, or restore a backup made before the upgrade.',
    );
    this.name = 'DatabaseIsNewer';
  }
}

/** Brings the schema of Boreal and of its job queue up to date. Processes that start together do it one after another. */
export async function migrate(url: string): Promise<void> {
  const guard = new pg.Client({ connectionString: url });
  await guard.connect();
  try {
    await guard.query("select pg_advisory_lock(hashtextextended('boreal_migrate', 0))");
    await migrateBoreal(url);
    await migrateJobs(url);
  } finally {
    // The lock ends with its connection.
    await guard.end();
  }
}

async function migrateBoreal(url: string): Promise<void> {
  const db = connect({ url, max: 2 });
  try {
    const migrations = await readMigrations();
    await refuseNewer(db.sql, Object.keys(migrations));
    const migrator = new Migrator({ db: db.sql, provider: { getMigrations: async () => migrations } });
    const { error } = await migrator.migrateToLatest();
    if (error) throw new Error('The database could not be migrated; nothing of the failed step was kept.', { cause: error });
  } finally {
    await db.close();
  }
}

async function migrateJobs(url: string): Promise<void> {
  const jobs = connectJobs({ url, max: 2 });
  try {
    await runMigrations({ pgPool: jobs });
  } finally {
    await jobs.end();
  }
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  const migrations: Record<string, Migration> = {};
  for (const file of files) {
    const text = await readFile(new URL(file, FOLDER), 'utf8');
    migrations[file.slice(0, -'.sql'.length)] = {
      up: (db) =>
        sql
          .raw(text)
          .execute(db)
          .then(() => undefined),
    };
  }
  return migrations;
}

async function refuseNewer(db: Sql, known: readonly string[]): Promise<void> {
  const { rows: tables } = await sql<{ found: string | null }>`select to_regclass('kysely_migration')::text as found`.execute(db);
  if (tables[0]?.found == null) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const unknown = rows.map((row) => row.name).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new DatabaseIsNewer(unknown);
}

/** Makes this month's and the coming two years' partitions of usage and events, where they are missing. */
export async function ensurePartitions(db: Sql, now: Date): Promise<void> {
  await sql`select ensure_month_partitions(${now.toISOString().slice(0, 10)}::date, 25)`.execute(db);
}
