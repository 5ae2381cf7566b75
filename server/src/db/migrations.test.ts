import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import pg from 'pg';
import { migrate } from './migrate.ts';
import { indexMadeBeside, readMigrationFiles } from './migration-files.ts';
import { emptyTestDatabase, testDatabase, TESTS_BEGIN, untilSomebodyWaits } from './testing.ts';
import { judgeMigration, type Harm } from './testing/judge-migration.ts';
import { LET_BE } from './testing/let-be.ts';

test('no migration keeps others from a large table, or breaks the version before', async (t) => {
  const database = await emptyTestDatabase();
  t.after(() => database.drop());
  const client = await clientOf(t, database.url);
  for (const file of await readMigrationFiles()) {
    const { name, text } = file;
    // An index made beside keeps nobody from the table, and Postgres makes none in a transaction.
    const harm = indexMadeBeside(file) === null ? await judgedAlone(client, text) : [];
    if (indexMadeBeside(file) !== null) await client.query(text);
    if (name.startsWith('0001-')) await client.query('select ensure_month_partitions($1::date, 2)', [TESTS_BEGIN]);
    assert.deepEqual(
      harm.map(briefly).toSorted(),
      (LET_BE[name]?.harm ?? []).toSorted(),
      `${name}.sql does other harm than is let be:\n${harm.map(fully).join('\n')}`,
    );
  }
  const names = (await readMigrationFiles()).map(({ name }) => name);
  assert.deepEqual(
    Object.keys(LET_BE).filter((name) => !names.includes(name)),
    [],
  );
});

async function judgedAlone(client: pg.ClientBase, text: string): Promise<readonly Harm[]> {
  await client.query('begin');
  const harm = await judgeMigration(client, text);
  await client.query('commit');
  return harm;
}

/** What must not land, and how it is refused. */
const REFUSED: readonly (readonly [migration: string, harm: RegExp])[] = [
  ['create index on servers (name)', /^servers is read from end to end while others wait$/],
  ['create index on server_events (type)', /^server_events is read from end to end while others wait$/],
  ['alter table servers add column colour text not null', /^servers\.colour needs a value, which the version before does not know$/],
  [
    `alter table servers add column colour text not null default 'red'; alter table servers alter colour drop default`,
    /^servers\.colour needs a value/,
  ],
  ['alter table servers add column made_by text default gen_random_uuid()::text', /^servers is written anew, with all its rows$/],
  ['alter table transfers alter column amount_micros type numeric', /^transfers is written anew, with all its rows$/],
  ['alter table notices alter column account_id set not null', /^notices is read from end to end while others wait$/],
  ['alter table servers add foreign key (disks_host_id) references hosts (id)', /^servers is read from end to end while others wait$/],
  [`alter table servers add check (name <> '')`, /^servers is read from end to end while others wait$/],
  [
    `alter table servers add check (name <> '') not valid`,
    /^servers may refuse what the version before writes: .*CHECK \(\(name <> ''::text\)\)$/,
  ],
  [
    `alter table servers add column a text, add constraint one check (a <> '') not valid; alter table servers validate constraint one`,
    /^servers is read from end to end while others wait$/,
  ],
  [`alter type ticket_status add value 'away'`, /^type ticket_status 'away' is read by the version before, which does not know it$/],
  [
    `alter table incidents drop constraint incidents_kind_check;
     alter table incidents add constraint incidents_kind_check
       check (kind in ('maintenance', 'incident', 'announcement', 'wish')) not valid`,
    /^incidents\.kind 'wish' is read by the version before, which does not know it$/,
  ],
  [
    `alter table incidents drop constraint incidents_kind_check;
     alter table incidents add constraint incidents_kind_check check (kind in ('incident', 'wish')) not valid`,
    /^incidents may refuse what the version before writes/,
  ],
  ['alter table servers drop column giving_up', /^servers\.giving_up is gone$/],
  ['alter table servers rename column giving_up to gave_up', /^servers\.giving_up is gone$/],
  ['alter table servers rename to machines', /^servers is gone$/],
  ['drop table credit_requests', /^credit_requests is gone$/],
  ['drop view price_spans cascade', /^price_spans is gone$/],
  ['drop function price_in_force', /^function price_in_force\(.*\) is gone$/],
  [`alter type ticket_side rename value 'operator' to 'house'`, /^type ticket_side 'operator' is gone$/],
  ['alter table accounts alter column country drop default', /^accounts\.country has no default any more and needs a value$/],
  ['drop index invitations_open', /^unique invitations .* is gone, and "on conflict" may name it$/],
  [`update servers set name = 'server-' || id`, /^servers has rows all over it changed in one transaction$/],
  ['delete from readings', /^readings has rows all over it changed in one transaction$/],
  ['truncate readings', /^readings is written anew, with all its rows$/],
];

test('a migration that locks a large table for long, or breaks the version before, is refused with the reason', async (t) => {
  const database = await testDatabase();
  t.after(() => database.close());
  const client = await clientOf(t, database.url);
  for (const [text, expected] of REFUSED) {
    const harm = await tried(client, text);
    assert.ok(
      harm.some((one) => expected.test(one)),
      `${text}\nis not refused by ${String(expected)}, but by: ${harm.join('; ') || 'nothing'}`,
    );
  }
});

test('a migration that only adds, and waits for nobody, may land', async (t) => {
  const database = await testDatabase();
  t.after(() => database.close());
  const client = await clientOf(t, database.url);
  const harmless = [
    'create table colours (id text primary key, server_id text references servers, made_at timestamptz not null)',
    'alter table servers add column colour text, add column host_before text collate "C" references hosts',
    `alter table servers add column colour text not null default 'red'`,
    `alter table servers add column colour text, add constraint colours check (colour <> '') not valid`,
    `create type colour as enum ('red', 'blue'); create table paints (colour colour, kind text check (kind in ('oil', 'water')))`,
    'alter table notices alter column kind drop not null',
    'create index on hosts (name, id)',
    `update pools set shares_hosts = true`,
    `insert into engines (name, kind) values ('third', 'incus')`,
  ];
  for (const text of harmless) assert.deepEqual(await tried(client, text), [], text);

  // A constraint in three migrations: nobody waits in any, because nothing is read under the lock that a change needs.
  const committed = async (text: string) => {
    await client.query('begin');
    const harm = await judgeMigration(client, text);
    await client.query('commit');
    return harm.map(briefly);
  };
  await client.query('alter table notices add constraint of_account check (account_id is not null) not valid');
  assert.deepEqual(await committed('alter table notices validate constraint of_account'), []);
  assert.deepEqual(await committed('alter table notices alter column account_id set not null'), []);
});

test('an index is made beside those who write the table, and again when it was broken off', async (t) => {
  const database = await testDatabase();
  t.after(() => database.close());
  const writer = await clientOf(t, database.url);
  const builder = await clientOf(t, database.url);
  const files = [
    ...(await readMigrationFiles()),
    { name: '9998-colour', text: 'create table colours (name text);\ninsert into colours values (null);' },
    { name: '9999-names', text: '-- To find a server by its name.\ncreate index concurrently servers_by_name on servers (name);\n' },
  ];
  // Somebody has written and goes on: an index that locks the table would wait for the end of that.
  await writer.query('begin');
  await writer.query(`update servers set name = 'x' where id = 'none'`);
  await builder.query(`set statement_timeout = '300ms'`);
  await assert.rejects(builder.query('create index concurrently servers_by_name on servers (name)'), /statement timeout/);
  assert.deepEqual(await indexState(builder), [false]);

  const migrated = migrate(database.url, files);
  const reader = await clientOf(t, database.url);
  await reader.query(`set lock_timeout = '5s'`);
  await untilSomebodyWaits(database);
  await reader.query(`update servers set name = 'y' where id = 'none'`);
  await writer.query('commit');
  await migrated;
  assert.deepEqual(await indexState(builder), [true]);
  // Nothing is done twice.
  await migrate(database.url, files);
  assert.deepEqual((await reader.query('select name from colours')).rows, [{ name: null }]);
});

test('a migration that waits for a table lets everybody else on, and is done when it is free', async (t) => {
  const database = await testDatabase();
  t.after(() => database.close());
  const report = await clientOf(t, database.url);
  const customer = await clientOf(t, database.url);
  const files = [...(await readMigrationFiles()), { name: '9999-colour', text: 'alter table servers add column colour text' }];
  // Somebody's long report reads the table until after the customer has read it.
  await report.query('begin');
  await report.query('select count(*) from servers');
  const migrated = migrate(database.url, files);
  await untilSomebodyWaits(database);
  await customer.query(`set statement_timeout = '30s'`);
  await customer.query('select count(*) from servers');
  await report.query('commit');
  await migrated;
  await customer.query('select colour from servers');
});

test('a migration and a customer who wait for each other both get on', async (t) => {
  const database = await testDatabase();
  t.after(() => database.close());
  const customer = await clientOf(t, database.url);
  const text = 'alter table pools add column colour text;\nalter table servers add column colour text;';
  const files = [...(await readMigrationFiles()), { name: '9999-colour', text }];
  await customer.query(`set deadlock_timeout = '30s'; begin`);
  await customer.query('select count(*) from servers');
  const migrated = migrate(database.url, files);
  await untilSomebodyWaits(database);
  // The migration has the pools by now, and sees first that nobody gets on.
  await customer.query('select count(*) from pools');
  await customer.query('commit');
  await migrated;
  await customer.query('select servers.colour, pools.colour from servers, pools');
});

test('a new database is made with its indexes at once, and what is made alone stands alone', async (t) => {
  const database = await emptyTestDatabase();
  t.after(() => database.drop());
  const files = [
    ...(await readMigrationFiles()),
    { name: '9999-names', text: 'create index concurrently servers_by_name on servers (name)' },
  ];
  await migrate(database.url, files);
  const client = await clientOf(t, database.url);
  assert.deepEqual(await indexState(client), [true]);
  const two = { name: '9999-two', text: 'create index concurrently a on servers (name); create index concurrently b on servers (name);' };
  await assert.rejects(migrate(database.url, [...files, two]), /only statement/);
});

function briefly({ on, says }: Harm): string {
  return `${on} ${says}`;
}

function fully({ on, says, instead }: Harm): string {
  return `  ${on} ${says}\n    instead: ${instead}`;
}

/** The harm that it would do; nothing of it is kept. */
async function tried(client: pg.Client, text: string): Promise<readonly string[]> {
  await client.query('begin');
  try {
    return (await judgeMigration(client, text)).map(briefly);
  } finally {
    await client.query('rollback');
  }
}

/** Whether the index on names is whole; nothing when there is none. */
async function indexState(client: pg.Client): Promise<readonly boolean[]> {
  const { rows } = await client.query<{ whole: boolean }>(
    `select indisvalid as whole from pg_index where indexrelid = to_regclass('servers_by_name')`,
  );
  return rows.map(({ whole }) => whole);
}

async function clientOf(t: TestContext, url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  t.after(() => client.end());
  return client;
}
