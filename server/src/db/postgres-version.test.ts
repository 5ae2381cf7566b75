import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { migrate } from './migrate.ts';
import { NEWEST_POSTGRES, OLDEST_POSTGRES, UnfitPostgres, unfitBecause } from './postgres-version.ts';
import { emptyTestDatabase } from './testing.ts';

test('a Postgres that is too old is named with what is needed, and every version since is taken', () => {
  assert.equal(unfitBecause({ major: 14, encoding: 'UTF8' }), 'Postgres 14 is too old: Boreal needs 15 or later.');
  for (let major = OLDEST_POSTGRES; major <= NEWEST_POSTGRES + 1; major += 1) assert.equal(unfitBecause({ major, encoding: 'UTF8' }), null);
});

test('a database that cannot hold every name is refused before anything is made in it', async () => {
  const { url, drop } = await emptyTestDatabase("encoding 'LATIN1' template template0 locale_provider libc locale 'C'");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await assert.rejects(migrate(url), (error) => {
      assert.ok(error instanceof UnfitPostgres);
      assert.match(error.message, /encoding is LATIN1.*createdb --encoding UTF8.*Nothing was changed\.$/);
      return true;
    });
    const { rows } = await client.query("select nspname from pg_namespace where nspname !~ '^pg_|^information_schema$|^public$'");
    const tables = await client.query("select tablename from pg_tables where schemaname = 'public'");
    assert.deepEqual([rows, tables.rows], [[], []]);
  } finally {
    await client.end();
    await drop();
  }
});
