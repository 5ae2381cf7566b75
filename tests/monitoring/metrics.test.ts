import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { addSshKey, deploy, untilActive } from '../testing/boreal-process-client.ts';
import { makeBorealHome, type BorealHome } from '../testing/boreal-process-home.ts';
import { refusal } from '../testing/boreal-process-refusal.ts';
import { freePort, ROOT, until, type BorealProcess } from '../testing/boreal-process.ts';

let home: BorealHome;
let boreal: BorealProcess;
let port: number;
let folder = '';
before(async () => {
  home = await makeBorealHome();
  port = await freePort();
  folder = await mkdtemp(join(tmpdir(), 'boreal-backups-'));
  boreal = await home.start({
    BOREAL_METRICS: `127.0.0.1:${port}`,
    BOREAL_BACKUP_DIR: folder,
    BOREAL_BACKUP_KEY: randomBytes(32).toString('base64'),
  });
});
after(async () => {
  await home.close();
  await rm(folder, { recursive: true, force: true });
});

async function scrape(): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  return answer.text();
}

test('a sale and the work that it makes are counted, on an address of their own', async () => {
  const [aurore] = (await home.demo()).customers;
  const sshKeyId = await addSshKey(boreal, aurore.restKey);
  await untilActive(boreal, aurore.restKey, await deploy(boreal, aurore.restKey, { productId: 'l4-x1', sshKeyId, name: 'measured' }));
  const text = await scrape();
  assert.match(text, /^boreal_http_requests_total\{method="POST",route="\/api\/servers",status="201"\} 1$/m);
  assert.match(text, /^boreal_engine_call_duration_seconds_count\{engine="simulated",call="ensureRunning",outcome="ok"\} [1-9]/m);
  assert.match(text, /^boreal_converge_step_duration_seconds_count\{result="done",waits="nothing"\} [1-9]/m);
  assert.match(text, /^boreal_servers\{status="ACTIVE"\} [1-9]/m);
  assert.match(text, /^boreal_house_readable 1$/m);
  assert.equal((await fetch(`${boreal.siteUrl}/metrics`)).status, 404, 'customers do not see it');
});

test('backups are told by the age of the newest copy, and by how long the log waits', async () => {
  const begun = Date.now() / 1000;
  const copy = (text: string) => Number(/^boreal_backup_copy_timestamp_seconds (\S+)$/m.exec(text)?.[1]);
  await until('a copy is made', 60_000, scrape, (text) => copy(text) > 0);
  assert.ok(Math.abs(copy(await scrape()) - begun) < 120);
  await until('the log is stored', 60_000, scrape, (text) => /^boreal_backup_log_waiting_seconds 0$/m.test(text));
  // The place is away: a file where the folder was.
  await rm(folder, { recursive: true });
  await writeFile(folder, '');
  await home.inDatabase(async (db) => sql`select pg_switch_wal() from pg_logical_emit_message(true, 'test', 'something')`.execute(db.sql));
  await until('the log waits', 60_000, scrape, (text) => /^boreal_backup_log_waiting_seconds (?!0$)\S+$/m.test(text));
  await rm(folder);
  await until('it is stored', 60_000, scrape, (text) => /^boreal_backup_log_waiting_seconds 0$/m.test(text));
});

test('every alert asks for what is measured, and so does the guide', async () => {
  await until('the worker has swept', 10_000, scrape, (text) => text.includes('schedule="sweep"'));
  const text = await scrape();
  const rules = await readFile(join(ROOT, 'docs/monitoring/boreal.rules.yml'), 'utf8');
  const asked = new Set(rules.match(/\b(?:boreal|nodejs)_[a-z0-9_]+/g));
  assert.ok(asked.size > 12, String(asked.size));
  // What is told of failures has no value while nothing fails.
  for (const name of asked) assert.ok(new RegExp(`^(?:# TYPE )?${name}[{ ]`, 'm').test(text), `${name} is measured`);
  const guide = await readFile(join(ROOT, 'docs/operators-guide-monitoring.md'), 'utf8');
  for (const [, name] of guide.matchAll(/^\| `((?:boreal)_[a-z0-9_]+)/gm))
    assert.ok(text.includes(`# TYPE ${name} `), `${name} is measured`);
});

test('whatever is measured, the guide says what it means; of what must be 0, an alert rings and the dashboard has it', async () => {
  const text = await scrape();
  const [guide, rules, dashboard] = await Promise.all(
    ['operators-guide-monitoring.md', 'monitoring/boreal.rules.yml', 'monitoring/boreal.dashboard.json'].map((name) =>
      readFile(join(ROOT, 'docs', name), 'utf8'),
    ),
  );
  const figures = [...text.matchAll(/^# HELP (boreal_\w+) (.*)$/gm)].map(([, name = '', help = '']) => ({ name, help }));
  assert.ok(figures.length > 25, String(figures.length));
  assert.deepEqual(
    figures.filter(({ name }) => !guide?.includes(`\`${name}\``)).map(({ name }) => name),
    [],
  );
  const zeroes = figures.filter(({ help }) => help.endsWith('must be 0.')).map(({ name }) => name);
  assert.ok(zeroes.length > 2, zeroes.join());
  for (const name of zeroes) assert.ok(rules?.includes(`(${name})`) && dashboard?.includes(`(${name})`), name);
});

test('without its database, a process still tells of itself, and that it cannot tell the rest', async () => {
  const pids = await home.postgresPids();
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  try {
    const text = await scrape();
    assert.match(text, /^boreal_house_readable 0$/m);
    assert.match(text, /^nodejs_eventloop_lag_seconds /m);
    assert.doesNotMatch(text, /^boreal_servers\{/m);
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
  await until('the house is told again', 30_000, scrape, (text) => text.includes('boreal_house_readable 1'));
});

test('an address that cannot be had is named at the start', async () => {
  const other = await makeBorealHome();
  try {
    const said = await refusal(other, { BOREAL_METRICS: `127.0.0.1:${port}` });
    assert.match(said, new RegExp(`^BOREAL_METRICS: another program listens on port ${port} of 127\\.0\\.0\\.1\\. Take another port\\.`));
    assert.match(await refusal(other, { BOREAL_METRICS: '9464' }), /BOREAL_METRICS: must be an address and a port, such as localhost:9464/);
  } finally {
    await other.close();
  }
});
