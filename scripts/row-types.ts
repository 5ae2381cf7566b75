import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate } from '../server/src/db/migrate.ts';
import { emptyTestDatabase } from '../server/src/db/testing.ts';
import { ROOT, run, tool, type RunResult } from './run.ts';

/** The TypeScript types of every table, generated from a migrated database. */
export const ROW_TYPES = 'server/src/db/rows.gen.ts';

/** Writes the row types to `file`, or with "compare" reports whether ROW_TYPES is up to date. Needs BOREAL_TEST_POSTGRES. */
export async function generateRowTypes(goal: 'write' | 'compare'): Promise<RunResult> {
  const database = await emptyTestDatabase();
  try {
    await migrate(database.url);
    const where = goal === 'write' ? ['--out-file', ROW_TYPES] : ['--print', '--log-level', 'error'];
    // The job queue's tables, in schemas of their own, belong to graphile-worker.
    const made = await run(
      tool(
        'kysely-codegen',
        '--config-file',
        'server/src/db/rows.config.json',
        '--include-pattern',
        'public.*',
        '--url',
        database.url,
        ...where,
      ),
    );
    if (goal === 'write' || !made.ok) return made;
    const present = await readFile(join(ROOT, ROW_TYPES), 'utf8');
    if (present.trim() === made.output.trim()) return { ...made, output: '' };
    return { ...made, ok: false, output: `${ROW_TYPES} is not what the migrations make. Run "npm run generate".\n` };
  } finally {
    await database.drop();
  }
}
