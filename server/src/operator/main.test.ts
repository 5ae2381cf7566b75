import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openProductClock } from '../db/product-clock.ts';
import { emptyTestDatabase, testDatabase } from '../db/testing.ts';
import { attemptCommand, jsonOf, runCommand } from './testing.ts';

const NOT_RUNNING = 'Boreal is not running here: start it with npm start, or set DATABASE_URL.\n';

const db = await testDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'operator-'));
after(async () => {
  await db.close();
  await rm(dataDir, { recursive: true });
});

test('the database is found by the file that a running Boreal leaves in its data directory', async () => {
  const env = { BOREAL_DATA_DIR: dataDir };
  assert.deepEqual(await runCommand(['account', 'list'], env), { code: 1, out: '', err: NOT_RUNNING });
  await writeDatabaseFile(JSON.stringify({ url: db.url }));
  assert.deepEqual(await runCommand(['account', 'list'], env), { code: 0, out: 'There is no account yet.\n', err: '' });
});

test('a file that is left over from a Boreal that has ended counts as not running', async () => {
  for (const text of [
    JSON.stringify({ url: 'postgres://boreal@localhost/boreal?host=/nowhere' }),
    JSON.stringify({ url: 'postgres://boreal@127.0.0.1:1/boreal' }),
    '{"ur',
    '{}',
  ]) {
    await writeDatabaseFile(text);
    assert.deepEqual(await attemptCommand(['account', 'list'], { BOREAL_DATA_DIR: dataDir }), { code: 1, out: '', err: NOT_RUNNING });
  }
});

test('a DATABASE_URL that cannot be used is told without its password', async () => {
  const empty = await emptyTestDatabase();
  const nobody = await attemptCommand(['clock', 'show'], { DATABASE_URL: 'postgres://me:hush@127.0.0.1:1/boreal' });
  assert.deepEqual(nobody, {
    code: 1,
    out: '',
    err: 'No Postgres answers at DATABASE_URL. Check the address, and that Postgres is running.\n',
  });
  const noSuch = await attemptCommand(['clock', 'show'], { DATABASE_URL: db.url.replace(/test_\w+/, 'test_none') });
  assert.match(noSuch.err, /^Postgres refuses the connection: database "test_none" does not exist\. Check DATABASE_URL\.\n$/);
  const notBoreal = await attemptCommand(['clock', 'show'], { DATABASE_URL: empty.url });
  assert.match(notBoreal.err, /^The database does not hold a Boreal of this version\./);
  assert.match((await attemptCommand(['clock', 'show'], { DATABASE_URL: 'mysql://x' })).err, /DATABASE_URL: must begin with postgres:\/\//);
  await empty.drop();
});

test("what the command does happens on the product's clock", async () => {
  const before = await attemptCommand(['clock', 'show'], { DATABASE_URL: db.url });
  assert.match(before.out, /^Product time +\S+ \S+Z\nReal time +\S+ \S+Z\nSpeed +as real time\n$/);
  await db.sql
    .insertInto('productClock')
    .values({ id: 'clock', productAt: new Date('2031-01-01T00:00:00Z'), wallAt: new Date(), scale: 1000 })
    .execute();
  const shown = await runCommand(['clock', 'show', '--json'], { DATABASE_URL: db.url });
  assert.partialDeepStrictEqual(jsonOf(shown), { scale: 1000 });
  assert.match(shown.out, /"now": "2031-01-01T/);
  await attemptCommand(['account', 'create', 'Later'], { DATABASE_URL: db.url });
  const account = await db.sql.selectFrom('accounts').selectAll().where('name', '=', 'Later').executeTakeFirstOrThrow();
  const now = (await openProductClock(db.sql)).now();
  assert.ok(account.createdAt.getUTCFullYear() === 2031 && account.createdAt <= now);
});

test('every command has help with an example, needs no database for it, and prints JSON on demand', async () => {
  const nouns = ['account', 'plan', 'price', 'pool', 'host', 'server', 'key', 'ledger', 'clock'];
  for (const noun of nouns) {
    const help = await attemptCommand([noun, '--help'], {});
    assert.equal(help.code, 0);
    const verbs = [...help.out.slice(help.out.indexOf('Commands:')).matchAll(/^ {2}([a-z]+) /gm)].flatMap(([, verb]) =>
      verb === undefined || verb === 'help' ? [] : [verb],
    );
    assert.ok(verbs.length > 0, noun);
    for (const verb of verbs) {
      const about = await attemptCommand([noun, verb, '--help'], {});
      assert.match(about.out, new RegExp(`\nExample:\n  npm run operator -- ${noun} ${verb}`));
      assert.match(about.out, /--json /);
    }
  }
});

test('a command that is written wrongly ends with 2 and says so on standard error only', async () => {
  for (const args of [[], ['acount', 'list'], ['account', 'lst'], ['account', 'list', '--frobnicate'], ['account', 'create']]) {
    const { code, out, err } = await attemptCommand(args, {});
    assert.deepEqual([code, out], [2, ''], args.join(' '));
    assert.notEqual(err, '');
  }
  assert.equal((await runCommand(['nonsense'], {})).code, 2);
});

async function writeDatabaseFile(text: string): Promise<void> {
  await writeFile(join(dataDir, 'database.json'), text);
  await chmod(join(dataDir, 'database.json'), 0o600);
}
