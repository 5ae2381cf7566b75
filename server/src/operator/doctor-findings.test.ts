import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { z } from 'zod';
import { startCloud, type Cloud } from '../core/testing/cloud.ts';
import { forgetFailing, noteFailing } from '../db/failing-schedules.ts';
import { ClockUnproven } from '../kit/clock-watch.ts';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../kit/clock.ts';
import { attemptCommand, runCommand } from './testing.ts';

// Each thing that the doctor can find is made to be so, and found by the command as operators type it.

const run = promisify(execFile);
const Found = z.object({
  findings: z.array(z.object({ about: z.string(), is: z.enum(['ok', 'soon', 'wrong']), says: z.string(), command: z.string().nullable() })),
});
type Environment = Readonly<Record<string, string>>;

let cloud: Cloud;
let folder = '';
before(async () => {
  cloud = await startCloud({ start: addMs(new Date(), -10 * MINUTE_MS) });
  await cloud.pass(10 * MINUTE_MS);
  folder = await mkdtemp(join(tmpdir(), 'boreal-findings-'));
});
after(async () => {
  await cloud.close();
  await rm(folder, { recursive: true });
});

const query = (text: string, values: unknown[] = []) => cloud.db.pool.query(text, values);
const onDatabase = (): Environment => ({ DATABASE_URL: cloud.db.url, BOREAL_DATA_DIR: folder });

/** What is wrong with `about`, or will be: each with a sentence and what to type. */
async function troubles(about: string, more: Environment = {}, base = onDatabase()): Promise<string[]> {
  return told(about, (await attemptCommand(['doctor', '--json'], { ...base, ...more })).out);
}

function told(about: string, json: string): string[] {
  const { findings } = Found.parse(JSON.parse(json));
  for (const { is, says, command } of findings) {
    assert.match(says, /^\S.*[.?]$/s, 'a sentence');
    assert.equal(command === null, is === 'ok', says);
  }
  return findings.filter((finding) => finding.about === about && finding.is !== 'ok').map(({ is, says }) => `${is} ${says}`);
}

/** The database says something else of itself than Postgres does. */
async function pretending(what: string, work: () => Promise<void>): Promise<void> {
  const [{ name }] = (await query('select current_database() as name')).rows;
  await query(`create function public.${what}`);
  await query(`alter database ${name} set search_path = public, pg_catalog`);
  try {
    await work();
  } finally {
    await query(`alter database ${name} reset search_path`);
    await query(`drop function public.${what.split(' returns')[0]}`);
  }
}

test('nothing is wrong before anything is broken', async () => {
  const { code, out } = await attemptCommand(['doctor'], onDatabase());
  assert.equal(code, 0, out);
});

test('settings that nobody reads', async () => {
  assert.match((await troubles('settings', { BOREAL_ORPHANS: 'remove' })).join(), /^soon .*BOREAL_ORPHANS/);
});

test('a secret whose replacement was never ended', async () => {
  const secrets = { BOREAL_SECRET: 'the new one, of thirty-two characters', BOREAL_SECRET_BEFORE: 'the old one, of thirty-two characters' };
  assert.match((await troubles('secret', secrets)).join(), /^soon .*remove BOREAL_SECRET_BEFORE/);
  assert.doesNotMatch((await attemptCommand(['doctor', '--json'], { ...onDatabase(), ...secrets })).out, /thirty-two/);
});

test('a clock that is not the database’s', async () => {
  await pretending(
    `clock_timestamp() returns timestamptz language sql as $$select pg_catalog.clock_timestamp() - interval '1 minute'$$`,
    async () => {
      assert.match((await troubles('clock')).join(), /^wrong .*differ by (?:60|61) seconds/);
    },
  );
});

test('what is done once a day and failed last night, until it has succeeded', async () => {
  const lane = { schedule: 'partitions', engine: '' };
  await noteFailing(cloud.db.sql, { process: 'gpu-1 (process 7)', ...lane }, { clock: null, error: 'the disk is full' });
  assert.deepEqual(await troubles('schedules'), [], 'it is tried again in ten minutes');
  await query(`update failing_schedules set failing_since = failing_since - interval '8 hours'`);
  const [told, ...more] = await troubles('schedules');
  assert.match(
    told ?? '',
    /^wrong Scheduled work on gpu-1 \(process 7\) has failed each time since .* UTC: partitions\. The error: the disk is full\./,
  );
  assert.deepEqual(more, []);
  await forgetFailing(cloud.db.sql, lane);
  assert.deepEqual(await troubles('schedules'), []);
});

test('a worker that does not trust its clock: why, and the command that goes on', async () => {
  const doubt = new ClockUnproven({ oursMs: Date.now(), billedMs: Date.now() - 9 * HOUR_MS });
  for (const schedule of ['meter', 'orders'])
    await noteFailing(cloud.db.sql, { process: 'gpu-1 (process 7)', schedule, engine: '' }, { clock: 'unproven', error: doubt.message });
  await query(`update meter_marks set billed_through = billed_through - interval '9 hours'`);
  try {
    const { findings } = Found.parse(JSON.parse((await attemptCommand(['doctor', '--json'], onDatabase())).out));
    const clocks = findings.filter(({ about, is }) => about === 'clock' && is === 'wrong');
    assert.equal(clocks.length, 1, 'once for each process');
    assert.match(
      clocks[0]?.says ?? '',
      /^The process on gpu-1 \(process 7\) has not trusted its clock since .*no worker has run for 9 hours/,
    );
    assert.match(clocks[0]?.command ?? '', /BOREAL_CLOCK=go-on && systemctl try-restart boreal/);
    const worker = findings.find(({ about }) => about === 'worker');
    assert.match(worker?.says ?? '', /one runs, and waits until its clock is known to be right/);
  } finally {
    await query(`update meter_marks set billed_through = billed_through + interval '9 hours'`);
    await query('delete from failing_schedules');
  }
});

test('a folder of data, or of backups, that is not there', async () => {
  const away = join(folder, 'away');
  assert.match((await troubles('disk', { BOREAL_DATA_DIR: away })).join(), /^wrong .* cannot be read \(ENOENT\)\./);
  const backed = { BOREAL_BACKUP_DIR: away, BOREAL_BACKUP_KEY: Buffer.alloc(32, 7).toString('base64') };
  assert.match((await troubles('disk of the backups', {}, { BOREAL_DATA_DIR: folder, ...backed })).join(), /^wrong .* cannot be read/);
});

test('a Postgres that nobody has tested, transactions whose numbers run out, and one that does not archive', async () => {
  const newest = `current_setting(text) returns text language sql as $$select case $1 when 'server_version_num' then '990001' else pg_catalog.current_setting($1) end$$`;
  await pretending(newest, async () => {
    assert.match((await troubles('versions')).join(), /^soon Postgres is of version 99/);
  });
  await pretending('age(xid) returns int language sql as $$select 1600000000$$', async () => {
    assert.match((await troubles('vacuum')).join(), /^wrong .* 1600 million back/);
  });
  assert.match((await troubles('backups')).join(), /^soon The Postgres of DATABASE_URL does not archive its log/);
});

test('a database that a newer Boreal has brought up to date', async () => {
  await query(`insert into kysely_migration (name, timestamp) values ('9999-from-tomorrow', '2027-01-01')`);
  try {
    assert.match(
      (await troubles('versions')).join(),
      /^wrong The database was made by a newer Boreal than this command \(it has 9999-from-tomorrow\)/,
    );
  } finally {
    await query(`delete from kysely_migration where name = '9999-from-tomorrow'`);
  }
});

test('a counter near its end', async () => {
  await query('create sequence public.nearly_over maxvalue 100');
  await query(`select setval('public.nearly_over', 60)`);
  assert.match((await troubles('sequences')).join(), /^soon The sequence nearly_over has used 60 %/);
  await query(`select setval('public.nearly_over', 90)`);
  assert.match((await troubles('sequences')).join(), /^wrong /);
  await query('drop sequence public.nearly_over');
});

test('mail that was given up, mail that waits, and servers in ERROR', async () => {
  const customer = await cloud.customer('50');
  const server = await customer.deploy();
  await cloud.settle();
  await query(`update servers set status = 'ERROR' where id = $1`, [server]);
  await query(`insert into notices (id, kind, data, account_id, created_at) values ('ntc_given_up', 'low_credit', '{}', $1, now())`, [
    customer.ctx.accountId,
  ]);
  const mail = (id: string, status: string, at: Date) =>
    query(
      `insert into mail_deliveries (id, notice_id, kind, language, to_email, status, created_at, last_error, next_try_at, attempts, lease_token) values ($1, 'ntc_given_up', 'low_credit', 'en', $1 || '@example.com', $2, $3, $4, $5, 1, 0)`,
      [id, status, at, status === 'given_up' ? 'no such mailbox' : null, status === 'waiting' ? new Date() : null],
    );
  await mail('mail_given_up', 'given_up', new Date());
  await mail('mail_waiting', 'waiting', addMs(new Date(), -2 * HOUR_MS));
  const found = await troubles('mail', { SMTP_URL: 'smtp://127.0.0.1:1' });
  assert.match(found.join('\n'), /soon 1 mail of the last week: refused for good/);
  assert.match(found.join('\n'), /wrong 1 mail waiting for more than an hour/);
  assert.match((await troubles('mail')).join('\n'), /soon Mail is written to the data directory, and sent to nobody/);
  assert.match((await troubles('servers')).join(), /^soon 1 server in ERROR, and not billed/);
});

test('work that does not get on, of each kind, by its ids', async () => {
  assert.deepEqual(await troubles('work'), []);
  const customer = await cloud.customer('50');
  const server = await customer.deploy();
  await cloud.settle();
  await query(`update servers set goal = 'gone', task = 'deleting', converge_at = now() - interval '1 hour' where id = $1`, [server]);
  const client = await cloud.db.pool.connect();
  try {
    await client.query(`set session_replication_role = replica`);
    await client.query(
      `insert into backups (id, account_id, server_id, kind, status, created_at) values ('bkp_endless', $1, $2, 'manual', 'creating', now() - interval '3 hours')`,
      [customer.ctx.accountId, server],
    );
    await client.query(
      `insert into payments (id, account_id, card_id, key, purpose, provider, present, status, net_micros, tax_micros, backup_micros, taxes, attempts, lease_token, answer_by, check_at, created_at)
       values ('pay_endless', $1, 'card_1', 'endless', 'topup', 'sandbox', true, 'pending', 1000000, 0, 0, '[]', 9, 0, now(), now(), now() - interval '2 hours')`,
      [customer.ctx.accountId],
    );
    await client.query(
      `insert into payment_refunds (id, payment_id, account_id, key, kind, status, reason, net_micros, tax_micros, credit_micros, loss_micros, taxes, attempts, lease_token, check_at, created_at)
       values ('ref_endless', 'pay_endless', $1, 'endless', 'refund', 'pending', 'Late', 1000000, 0, 0, 0, '[]', 9, 0, now(), now() - interval '2 days')`,
      [customer.ctx.accountId],
    );
  } finally {
    await client.query(`set session_replication_role = origin`);
    client.release();
  }
  await query(`select graphile_worker.add_job('nobody-does-this', run_at := now() - interval '1 hour')`);
  const found = (await troubles('work')).join('\n');
  assert.match(found, new RegExp(`^wrong A server does not get on: ${server}\\. `, 'm'));
  for (const line of [/^wrong A backup .*: bkp_endless\. /m, /^wrong A charge .*: pay_endless\. /m, /^wrong A refund .*: ref_endless\. /m])
    assert.match(found, line);
  assert.match(found, /^wrong A job of the queue .*: nobody-does-this\. /m);
});

test('a webhook that brings nothing, and news that cannot be applied', async () => {
  const stripe = {
    BOREAL_PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_hush',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_hush',
    STRIPE_WEBHOOK_SECRET: 'whsec_hush',
  };
  await query(`update payments set status = 'succeeded', settled_at = now(), check_at = null, ref = 'ch_1' where id = 'pay_endless'`);
  assert.deepEqual(await troubles('webhooks', stripe), [], 'without a charge of its own there is nothing to tell');
  const client = await cloud.db.pool.connect();
  try {
    // Who paid with which card is no matter here.
    await client.query(`set session_replication_role = replica`);
    await client.query(
      `insert into payments (id, account_id, card_id, key, purpose, provider, present, status, net_micros, tax_micros, backup_micros, taxes, ref, attempts, lease_token, answer_by, created_at, settled_at)
       values ('pay_charged', 'acc_1', 'card_1', 'k', 'topup', 'stripe', true, 'succeeded', 1000000, 0, 0, '[]', 'pi_1', 1, 0, now(), now(), now())`,
    );
  } finally {
    await client.query(`set session_replication_role = origin`);
    client.release();
  }
  assert.match((await troubles('webhooks', stripe)).join(), /^wrong Cards were charged, and no message of Stripe was taken since/);
  // It has worked, until somebody changed the secret.
  await query(
    `insert into provider_events (id, provider, about, ref, attempts, received_at, check_at) values ('evt_0', 'stripe', 'payment', 'pi_0', 1, now() - interval '3 hours', null)`,
  );
  assert.match((await troubles('webhooks', stripe)).join(), /the secret of that webhook\?$/);
  await query(
    `insert into provider_events (id, provider, about, ref, attempts, received_at, check_at) values ('evt_1', 'stripe', 'payment', 'pi_1', 1, now() - interval '1 hour', now())`,
  );
  assert.match((await troubles('webhooks', stripe)).join(), /wrong 1 message of the payment provider could not be applied for ten minutes/);
});

test('a ledger that did not hold when it was last proven, and one that nobody has proven for long', async () => {
  const proof = (ago: string, broken: string) =>
    query(
      `insert into ledger_proofs (day, claimed_at, proven_at, checked, broken) values (current_date, now(), now() - '${ago}'::interval, 9, '${broken}')
       on conflict (day) do update set proven_at = excluded.proven_at, broken = excluded.broken`,
    );
  assert.deepEqual(await troubles('ledger'), []);
  await proof('1 hour', '[]');
  assert.deepEqual(await troubles('ledger'), []);
  await proof('1 hour', '[{"name": "balances", "rows": ["acc_1"]}]');
  assert.match((await troubles('ledger')).join(), /^wrong A check of the ledger did not hold on /);
  await proof('3 days', '[]');
  assert.match((await troubles('ledger')).join(), /^soon The ledger was last proven on /);
});

test('an engine’s certificate that cannot be read, expires soon, or has expired', async () => {
  const certificate = async (name: string, days: number) => (await selfSigned(name, days)).certificate;
  const soon = await certificate('soon', 8);
  const over = join(folder, 'over.crt');
  await writeFile(over, EXPIRED);
  const away = join(folder, 'away.crt');
  const of = (path: string) =>
    troubles(`the certificate ${path} of the engine incus`, {
      BOREAL_ENGINE: 'incus',
      INCUS_URL: 'https://127.0.0.1:1',
      INCUS_CLIENT_CERT_FILE: soon,
      INCUS_CLIENT_KEY_FILE: join(folder, 'soon.key'),
      INCUS_SERVER_CERT_FILE: path,
    });
  assert.match((await of(soon)).join(), /^soon The certificate expires on .*, in [78] days/);
  assert.match((await of(over)).join(), /^wrong The certificate expired on/);
  assert.match((await of(away)).join(), /^wrong It cannot be read \(ENOENT\)/);
});

test('a site whose name nobody knows, whose certificate browsers refuse, or whose certificate expires soon', async () => {
  assert.match((await troubles('site', { SITE_URL: 'https://boreal.invalid' })).join(), /^wrong https:\/\/boreal\.invalid does not answer/);
  const { certificate, key } = await selfSigned('site', 8);
  const server = createServer({ cert: await readFile(certificate), key: await readFile(key) }, (socket) =>
    socket.on('error', () => socket.destroy()),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const site = { SITE_URL: `https://localhost:${port}` };
  try {
    assert.match((await troubles('site', site)).join(), /^wrong Browsers do not accept the certificate of https:\/\/localhost/);
    const trusted = await runCommand(['doctor', '--json'], { ...onDatabase(), ...site, NODE_EXTRA_CA_CERTS: certificate });
    assert.match(told('site', trusted.out).join(), /^soon The certificate expires on/);
  } finally {
    server.close();
  }
});

test('backups of the embedded Postgres: none, an old one, a log that waits, the same disk, a bucket that is away', async () => {
  const dataDir = join(folder, 'embedded');
  const backups = join(folder, 'backups');
  await mkdir(join(dataDir, 'postgres'), { recursive: true });
  await mkdir(backups);
  const key = Buffer.alloc(32, 7).toString('base64');
  const embedded: Environment = { BOREAL_DATA_DIR: dataDir, BOREAL_BACKUP_DIR: backups, BOREAL_BACKUP_KEY: key };
  const found = async () => (await troubles('backups', {}, embedded)).join('\n');
  assert.match(await found(), /wrong There is no backup of the database yet/);
  assert.match(await found(), /soon The backups are on the disk of the database/);
  const finishedAt = addMs(new Date(), -2 * DAY_MS).toISOString();
  await mkdir(join(backups, '7/base'), { recursive: true });
  const old = {
    id: '20260101T000000Z',
    systemIdentifier: '7',
    startedAt: finishedAt,
    finishedAt,
    firstWal: 'a',
    lastWal: 'b',
    postgresMajor: 18,
    storedBytes: 1,
  };
  await writeFile(join(backups, '7/base/20260101T000000Z.json'), JSON.stringify(old));
  assert.match(await found(), /wrong The newest copy of the database is of/);
  const spool = join(dataDir, 'postgres', 'boreal-archive');
  await mkdir(spool, { recursive: true });
  const segment = join(spool, '000000010000000000000001');
  await writeFile(segment, '');
  await utimes(segment, addMs(new Date(), -HOUR_MS), addMs(new Date(), -HOUR_MS));
  assert.match(await found(), /wrong A segment of the log waits to be stored: .* Check that Boreal is running/);
  const bucket: Environment = {
    BOREAL_DATA_DIR: dataDir,
    BOREAL_BACKUP_KEY: key,
    BOREAL_BACKUP_BUCKET: 's3://house/boreal',
    BOREAL_BACKUP_ENDPOINT: 'http://127.0.0.1:1',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'hush-hush',
  };
  assert.match((await troubles('bucket of the backups', {}, bucket)).join(), /^wrong /);
});

// The last: nothing can be sold without them.
test('partitions that nobody made', async () => {
  const ahead = async (days: number) => {
    const { rows } = await query(
      `select inhrelid::regclass::text as name from pg_inherits join pg_class child on child.oid = inhrelid
       where inhparent = 'server_events'::regclass
         and substring(pg_get_expr(child.relpartbound, child.oid) from $$TO [(]'([^']+)'[)]$$)::timestamptz > now() + make_interval(days => $1)`,
      [days],
    );
    for (const { name } of rows) await query(`drop table ${name}`);
  };
  await ahead(60);
  assert.match((await troubles('partitions')).join(), /^soon The last partition ends on/);
  await ahead(0);
  assert.match((await troubles('partitions')).join(), /^wrong There is no partition for this month/);
});

/** Until February 2026. */
const EXPIRED = `-----BEGIN CERTIFICATE-----
MIIBCDCBrgIBATAKBggqhkjOPQQDAjAQMQ4wDAYDVQQDDAVpbmN1czAeFw0yNjAx
MDEwMDAwMDBaFw0yNjAyMDEwMDAwMDBaMBAxDjAMBgNVBAMMBWluY3VzMFkwEwYH
KoZIzj0CAQYIKoZIzj0DAQcDQgAE5VOjXLoQQmam6dOSwy2dHtongirwC1Cptgfg
8tEArJ/a/gw9i5biz/D0sDF28XBUaiWVXwlHGfch03j2+2gcpTAKBggqhkjOPQQD
AgNJADBGAiEAr0imGAjFyDvxRDbazUfZ5+QLcAPNrbTPqJpkJdf2VM0CIQCAy1MD
fQVwiwQUBHxCvGmVU6bQGXAAdO/llYpFhqJUAQ==
-----END CERTIFICATE-----
`;

async function selfSigned(name: string, days: number): Promise<{ certificate: string; key: string }> {
  const [certificate, key] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', String(days)];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key, '-out', certificate];
  await run('openssl', ['req', '-x509', ...made, ...subject]);
  return { certificate, key };
}
