import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { startEmbeddedPostgres } from '../../server/src/db/embedded-postgres.ts';
import { makeBorealHome } from '../testing/boreal-process-home.ts';
import { until } from '../testing/boreal-process.ts';

/** The sweep looks every three seconds: so many of its looks take a minute, in which everything that is done each minute is done. */
const LOOKS = 20;
const WITHIN_MS = 180_000;
/** It is 183; who adds a look that every installation makes all day sees it here. */
const STATEMENTS_A_MINUTE_MAX = 200;

const SWEEP = /from "servers" where "converge_at" <= /;
const STATEMENT = /LOG: {2}(?:statement|execute [^:]+): (.*)/;

test('an idle installation, all of it in one process, asks its database no more than 200 times a minute', async (t) => {
  const home = await makeBorealHome();
  const logged: { statement: string; atMs: number }[] = [];
  const postgres = await startEmbeddedPostgres({
    dataDir: join(home.dataDir, 'postgres'),
    settings: { log_statement: 'all', fsync: 'off' },
    onLog: (line) => {
      const [, statement] = STATEMENT.exec(line) ?? [];
      const last = logged.at(-1);
      if (statement !== undefined) logged.push({ statement, atMs: performance.now() });
      // A statement of several lines goes on after a tab.
      else if (last !== undefined && line.startsWith('\t')) last.statement += ` ${line.trim()}`;
    },
  });
  t.after(async () => {
    await home.close();
    await postgres.stop();
  });
  await home.start({ DATABASE_URL: postgres.url });

  const looks = () => logged.flatMap(({ statement }, at) => (SWEEP.test(statement) ? [at] : []));
  // What every start does is over by its second look.
  const begun = looks().length + 2;
  const seen = await until('the sweep has looked', WITHIN_MS, looks, ({ length }) => length >= begun + LOOKS);
  const counted = logged.slice(seen[begun - 1], seen[begun - 1 + LOOKS]);
  assert.ok(counted.length > LOOKS, 'the log is read');
  // By the time that passed: on a busy machine the looks come late, and what has a clock of its own is asked all the same.
  const minutes = ((counted.at(-1)?.atMs ?? 0) - (counted[0]?.atMs ?? 0)) / 60_000;
  const said = `${counted.length} statements in ${minutes.toFixed(2)} minutes:\n${tally(counted.map(({ statement }) => statement))}`;
  assert.ok(counted.length <= STATEMENTS_A_MINUTE_MAX * minutes, said);
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
