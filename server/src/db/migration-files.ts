import { readdir, readFile } from 'node:fs/promises';

const FOLDER = new URL('./migrations/', import.meta.url);

/** One file of `migrations/`. */
export interface MigrationFile {
  /** Without its `.sql`: the name under which it is recorded, and by which migrations are ordered. */
  readonly name: string;
  readonly text: string;
}

export async function readMigrationFiles(): Promise<readonly MigrationFile[]> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => ({ name: file.slice(0, -'.sql'.length), text: await readFile(new URL(file, FOLDER), 'utf8') })),
  );
}

const ALONE = /^create\s+(?:unique\s+)?index\s+concurrently\s+(?<index>\w+)\s+on\s[^;]*;?$/i;

/**
 * The index that this migration builds concurrently; null if it does anything else. Postgres builds one only outside a transaction, so the
 * statement must be the whole migration. @throws if it is not
 */
export function indexMadeBeside({ name, text }: MigrationFile): string | null {
  const statement = text.replaceAll(/--.*$/gm, '').trim();
  if (!/\bindex\s+concurrently\b/i.test(statement)) return null;
  const index = ALONE.exec(statement)?.groups?.['index'];
  if (index === undefined) {
    throw new Error(`${name}: "create index concurrently NAME on …" has to be the migration's only statement, because it is not undone.`);
  }
  return index;
}

/** The same, for a new database, where everything is made in one transaction. */
export function forNewDatabase({ text }: MigrationFile): string {
  return text.replaceAll(/\b(index\s+)concurrently\s+/gi, '$1');
}
