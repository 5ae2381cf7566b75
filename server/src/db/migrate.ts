import { runMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import { Migrator, type Migration, type MigrationResultSet } from 'kysely/migration';
import pg from 'pg';
import { connect, connectJobs, type Sql } from './connect.ts';
import { forNewDatabase, indexMadeBeside, readMigrationFiles, type MigrationFile } from './migration-files.ts';
import { givingWay, untilUnlocked } from './migration-locks.ts';
import { requireFitPostgres } from './postgres-version.ts';

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
export async function migrate(url: string, files?: readonly MigrationFile[]): Promise<void> {
  const guard = new pg.Client({ connectionString: url });
  await guard.connect();
  try {
    await requireFitPostgres(guard);
    await guard.query("select pg_advisory_lock(hashtextextended('boreal_migrate', 0))");
    await migrateBoreal(url, files ?? (await readMigrationFiles()));
    await migrateJobs(url);
  } finally {
    // The lock ends with its connection.
    await guard.end();
  }
}

/**
 * A new database is made in one transaction. In an existing one each migration has its own, so that the first one's locks are not held
 * until the last has ended, and completed migrations stay.
 */
async function migrateBoreal(url: string, files: readonly MigrationFile[]): Promise<void> {
  const db = connect({ url, max: 2 });
  try {
    const done = await migrationsDone(db.sql);
    refuseNewer(done, files);
    if (done.length === 0) {
      await take(migratorOf(db.sql, files, forNewDatabase).migrateToLatest());
      return;
    }
    const migrator = migratorOf(db.sql, files, givingWay);
    for (const file of files.filter(({ name }) => !done.includes(name))) {
      const index = indexMadeBeside(file);
      // An interrupted one left an unusable half-made index, which occupies the name.
      if (index !== null) await sql`drop index concurrently if exists ${sql.ref(index)}`.execute(db.sql);
      await take(untilUnlocked(file, () => migrator.migrateUp({ disableTransactions: index !== null })));
    }
  } finally {
    await db.close();
  }
}

function migratorOf(db: Sql, files: readonly MigrationFile[], textOf: (file: MigrationFile) => string): Migrator {
  const migrations = files.map((file): [string, Migration] => [
    file.name,
    {
      up: (tx) =>
        sql
          .raw(textOf(file))
          .execute(tx)
          .then(() => undefined),
    },
  ]);
  return new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(migrations) } });
}

async function take(results: Promise<MigrationResultSet>): Promise<void> {
  const { error } = await results;
  if (error) throw new Error('The database could not be migrated; nothing of the failed step was kept.', { cause: error });
}

async function migrateJobs(url: string): Promise<void> {
  const jobs = connectJobs({ url, max: 2 });
  try {
    await runMigrations({ pgPool: jobs });
  } finally {
    await jobs.end();
  }
}

function refuseNewer(done: readonly string[], files: readonly MigrationFile[]): void {
  const unknown = done.filter((name) => files.every((file) => file.name !== name));
  if (unknown.length > 0) throw new DatabaseIsNewer(unknown);
}

async function migrationsDone(db: Sql): Promise<readonly string[]> {
  const { rows: tables } = await sql<{ found: string | null }>`select to_regclass('kysely_migration')::text as found`.execute(db);
  if (tables[0]?.found == null) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}

/** Creates the partitions of usage and events for this month and the coming two years, where they are missing. */
export async function ensurePartitions(db: Sql, now: Date): Promise<void> {
  await sql`select ensure_month_partitions(${now.toISOString().slice(0, 10)}::date, 25)`.execute(db);
}
