import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { readConfig } from '../../server/src/config.ts';
import type { Database } from '../../server/src/db/connect.ts';
import { testDatabase, type TestDatabase } from '../../server/src/db/testing.ts';
import { operator } from '../testing/boreal-process-command.ts';
import { makeBorealHome, type BorealHome } from '../testing/boreal-process-home.ts';
import { refusal } from '../testing/boreal-process-refusal.ts';
import { freePort, type Environment } from '../testing/boreal-process.ts';
import { servedBoreal } from '../testing/first-server.ts';

const PRODUCTION = {
  BOREAL_MODE: 'production',
  BOREAL_PASSWORD_COST: '17',
  SITE_URL: 'https://gpu.example.com',
  BOREAL_ENGINE: 'simulated',
  BOREAL_PAYMENTS: 'sandbox',
  SMTP_URL: 'smtp://localhost:25',
  MAIL_FROM: 'no-reply@gpu.example.com',
  BOREAL_SECRET: 'a secret of the tests: forty-two characters',
} as const;

describe('a start on what another Boreal uses or made', () => {
  const own = servedBoreal();

  test('a second Boreal on the same directory is told who holds it, and the first goes on', async () => {
    assert.match(await refusal(own.home), new RegExp(`^Another Boreal \\(process ${own.boreal.pid}\\) is using .*Stop it first`));
    await own.serverIsThere();
    assert.equal((await operator({ BOREAL_DATA_DIR: own.home.dataDir }, 'ledger', 'verify')).code, 0, 'its address is still known');
  });

  for (const host of ['127.0.0.1', '::1']) {
    test(`a port that another program has on ${host} is named in a sentence, and nothing is lost`, async (t) => {
      await own.boreal.end('SIGTERM');
      const other = await occupiedPort(host);
      if (other === null) return t.skip(`there is no ${host} here`);
      try {
        const said = await refusal(own.home, { BOREAL_PORT: String(other.port) });
        assert.match(said, new RegExp(`^Port ${other.port} on localhost is taken by another program\\. .*BOREAL_PORT=`));
        assert.deepEqual(await own.home.postgresPids(), []);
      } finally {
        other.close();
      }
      own.boreal = await own.home.start();
      await own.serverIsThere();
    });
  }

  test('a database that a newer Boreal made is refused in a sentence and left as it is', async () => {
    const added = '2999-01-01-from-the-future';
    await own.home.inDatabase((db) => sql`insert into kysely_migration (name, timestamp) values (${added}, '2999-01-01')`.execute(db.sql));
    await own.boreal.end('SIGTERM');
    try {
      const demo = await readFile(join(own.home.dataDir, 'demo.json'), 'utf8');
      const contents = await own.home.inStoppedDatabase(fingerprint);
      assert.match(await refusal(own.home), new RegExp(`^The database was made by a newer Boreal .*${added}.*Start the newer version`));
      assert.deepEqual(await own.home.inStoppedDatabase(fingerprint), contents);
      assert.equal(await readFile(join(own.home.dataDir, 'demo.json'), 'utf8'), demo);
    } finally {
      await own.home.inStoppedDatabase((db) => sql`delete from kysely_migration where name = ${added}`.execute(db.sql));
    }
    own.boreal = await own.home.start();
    await own.serverIsThere();
  });

  test('production refuses the database of a demo in a sentence', async () => {
    assert.match(
      await refusal(own.home, { ...PRODUCTION, DATABASE_URL: await own.home.databaseUrl() }),
      /^This database holds the demo and its customers\. Production needs a database of its own: name another in DATABASE_URL\./,
    );
    await own.serverIsThere();
  });

  test('of a demo’s own Postgres, it is told which folder to move away', async () => {
    const backups = { BOREAL_BACKUP_DIR: join(own.home.dataDir, 'backups'), BOREAL_BACKUP_KEY: Buffer.alloc(32, 7).toString('base64') };
    await own.boreal.end('SIGTERM');
    assert.match(
      await refusal(own.home, { ...PRODUCTION, ...backups }),
      /^This database holds the demo .*: move \/.*\/data\/postgres away\.\n/,
    );
    own.boreal = await own.home.start();
    await own.serverIsThere();
  });
});

describe('a start that has lost BOREAL_MODE=production', () => {
  let home: BorealHome;
  let db: TestDatabase;
  before(async () => {
    home = await makeBorealHome();
    db = await testDatabase();
  });
  after(async () => {
    await home.close();
    await db.close();
  });

  test('puts no demo beside real customers, and production goes on with the settings that it had', async () => {
    const settings = { ...PRODUCTION, DATABASE_URL: db.url };
    await (await home.start(settings)).end('SIGTERM');
    const { code, stderr } = await operator({ DATABASE_URL: db.url }, 'account', 'create', 'Nord Calcul');
    assert.equal(code, 0, stderr);
    const before = await fingerprint(db);
    assert.match(
      await refusal(home, { DATABASE_URL: db.url }),
      /^This database holds real people and accounts.*Nothing was changed\. Is BOREAL_MODE=production missing/,
    );
    assert.deepEqual(await fingerprint(db), before);
    await (await home.start(settings)).end('SIGTERM');
  });
});

describe('a configuration that cannot be used', () => {
  let home: BorealHome;
  before(async () => {
    home = await makeBorealHome();
  });
  after(() => home.close());

  /** Starts with this environment, which must be refused before anything is made. */
  const refusedAtOnce = async (environment: Environment): Promise<string> => {
    const said = await refusal(home, environment);
    assert.equal(existsSync(home.dataDir), false, 'nothing is made');
    return said;
  };

  const wrong = {
    BOREAL_PORT: ['eighty', '0', '65536', '8080.5'],
    SITE_URL: ['http://localhost:8080/', 'gpu.example.com'],
    DATABASE_URL: ['mysql://localhost/boreal'],
    BOREAL_ROLE: ['boss'],
    BOREAL_MODE: ['staging'],
    BOREAL_TRUSTED_PROXIES: ['10.0.0.300', 'my-proxy'],
    BOREAL_TIME_SCALE: ['fast', '0', '-1'],
    BOREAL_ENGINE: ['vmware'],
    BOREAL_PAYMENTS: ['paypal'],
    STRIPE_SECRET_KEY: ['pk_test_1'],
    STRIPE_PUBLISHABLE_KEY: ['sk_test_1'],
    STRIPE_WEBHOOK_SECRET: ['secret'],
    BOREAL_LOG_LEVEL: ['loud'],
    VALKEY_URL: ['localhost:6379'],
    SMTP_URL: ['localhost:25', 'http://localhost', 'smtp://'],
    MAIL_FROM: ['Boreal', 'a@b.example, c@d.example', 'Boreal <nobody>'],
  } as const;
  for (const [name, values] of Object.entries(wrong)) {
    test(`${name} is refused by its name when it is wrong`, () => {
      for (const value of values)
        assert.throws(() => readConfig({ [name]: value }), { name: 'ConfigError', message: new RegExp(`\\n {2}${name}: `) });
    });
  }

  test('every variable that is wrong is named at once, and nothing is made', async () => {
    const said = await refusedAtOnce({ BOREAL_ROLE: 'boss', BOREAL_MODE: 'staging' });
    assert.match(said, /^The configuration cannot be used:\n {2}BOREAL_ROLE: .*\n {2}BOREAL_MODE: /);
  });

  test('production refuses everything that only a demo may leave open', async () => {
    const said = await refusedAtOnce({ BOREAL_MODE: 'production', BOREAL_TIME_SCALE: '60' });
    for (const name of ['SITE_URL', 'DATABASE_URL', 'BOREAL_ENGINE', 'SMTP_URL', 'MAIL_FROM', 'BOREAL_SECRET', 'BOREAL_TIME_SCALE'])
      assert.match(said, new RegExp(`^ {2}${name}: `, 'm'));
    assert.match(
      await refusedAtOnce({ ...PRODUCTION, SITE_URL: 'http://gpu.example.com', DATABASE_URL: 'postgres://localhost/x' }),
      /SITE_URL: .*https/,
    );
  });

  const nobodyThere = {
    'a port where nobody listens': (port: number) => `postgres://boreal@localhost:${port}/boreal`,
    'a socket that does not exist': () => 'postgres://boreal@localhost/boreal?host=/nonexistent',
    'a host that does not exist': () => 'postgres://boreal@postgres.invalid/boreal',
  };
  for (const [what, url] of Object.entries(nobodyThere)) {
    test(`DATABASE_URL with ${what} is answered with a sentence`, async () => {
      const said = await refusedAtOnce({ DATABASE_URL: url(await freePort()) });
      assert.match(said, /DATABASE_URL/);
    });
  }
});

/** A port that a program has on one address; null when the machine does not have the address. */
async function occupiedPort(host: string): Promise<{ port: number; close: () => void } | null> {
  const port = await freePort();
  const server = createServer((socket) => socket.end('not Boreal'));
  const listens = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, host, () => resolve(true));
  });
  return listens ? { port, close: () => void server.close() } : null;
}

/** How many rows each table has and a hash of them all. */
async function fingerprint(db: Database): Promise<unknown> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`.execute(db.sql);
  const contents: unknown[] = [];
  for (const { name } of tables) {
    const { rows } =
      await sql`select count(*) as rows, md5(string_agg(r::text, ',' order by r::text)) as hash from ${sql.raw(name)} r`.execute(db.sql);
    contents.push([name, rows[0]]);
  }
  return contents;
}
