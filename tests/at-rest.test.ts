import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts';
import { makeBorealHome } from './testing/boreal-process-home.ts';
import { until } from './testing/boreal-process.ts';

/** The sweep looks every three seconds: so many of its looks take a minute, in which everything that is done each minute is done. */
const LOOKS = 20;
const WITHIN_MS = 180_000;
/** Three a second. */
const STATEMENTS_MAX = 180;

const SWEEP = /from "servers" where "converge_at" <= /;
const STATEMENT = /LOG: {2}(?:statement|execute [^:]+): (.*)/;

test('an idle installation, all of it in one process, asks its database less than three times a second', async (t) => {
  const home = await makeBorealHome();
  const statements: string[] = [];
  const postgres = await startEmbeddedPostgres({
    dataDir: join(home.dataDir, 'postgres'),
    settings: { log_statement: 'all', fsync: 'off' },
    onLog: (line) => {
      const [, begun] = STATEMENT.exec(line) ?? [];
      if (begun !== undefined) statements.push(begun);
      // A statement of several lines goes on after a tab.
      else if (line.startsWith('\t')) statements.push(`${statements.pop() ?? ''} ${line.trim()}`);
    },
  });
  t.after(async () => {
    await home.close();
    await postgres.stop();
  });
  await home.start({ DATABASE_URL: postgres.url });

  const looks = () => statements.flatMap((statement, at) => (SWEEP.test(statement) ? [at] : []));
  // What every start does is over by its second look.
  const begun = looks().length + 2;
  const seen = await until('the sweep has looked', WITHIN_MS, looks, ({ length }) => length >= begun + LOOKS);
  const counted = statements.slice(seen[begun - 1], seen[begun - 1 + LOOKS]);
  assert.ok(counted.length > LOOKS, 'the log is read');
  assert.ok(counted.length <= STATEMENTS_MAX, `${counted.length} statements in a minute:\n${tally(counted)}`);
});

/** The most frequent first. */
function tally(statements: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const statement of statements) counts.set(statement, (counts.get(statement) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([statement, count]) => `${count} × ${statement.slice(0, 160)}`)
    .join('\n');
}
