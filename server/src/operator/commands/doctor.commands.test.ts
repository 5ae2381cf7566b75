import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { z } from 'zod';
import { openProviderDouble } from '../../identity/testing/provider-double.ts';
import { startSmtpServer } from '../../mail/testing.ts';
import { addMs, HOUR_MS, MINUTE_MS } from '../../kit/clock.ts';
import { settlePayment } from '../../core/commerce/settlement/settle-payment.ts';
import { createTopUp } from '../../core/commerce/top-ups/create-top-up.ts';
import { startCloud, type Cloud } from '../../core/testing/cloud.ts';
import { payingCustomer } from '../../core/testing/paying-customer.ts';
import { attemptCommand } from '../testing.ts';

const Findings = z.object({
  findings: z.array(z.object({ about: z.string(), is: z.enum(['ok', 'soon', 'wrong']), says: z.string(), command: z.string().nullable() })),
});

let cloud: Cloud;
let dataDir = '';
before(async () => {
  // In real time, as the command.
  cloud = await startCloud({ start: addMs(new Date(), -10 * MINUTE_MS) });
  await cloud.pass(10 * MINUTE_MS);
  dataDir = await mkdtemp(join(tmpdir(), 'boreal-doctor-'));
});
after(async () => {
  await cloud.close();
  await rm(dataDir, { recursive: true });
});

const ask = (more: Record<string, string> = {}, ...args: string[]) =>
  attemptCommand(['doctor', ...args], { DATABASE_URL: cloud.db.url, BOREAL_DATA_DIR: dataDir, ...more });

async function findings(more: Record<string, string> = {}) {
  const { out } = await ask(more, '--json');
  return Findings.parse(JSON.parse(out)).findings;
}
const about = async (what: string, more: Record<string, string> = {}) => (await findings(more)).filter((finding) => finding.about === what);

test('what is well is said only on demand, and each trouble has a sentence and what to type', async () => {
  const { out, err, code } = await ask();
  assert.equal(code, 0, `${out}${err}`);
  assert.match(out, /^soon {3}site: http:\/\/localhost:8080 is not served over https\./m);
  assert.match(out, /\d+ things looked at: 0 wrong, \d soon\./);
  assert.doesNotMatch(out, /^well/m);
  assert.match((await ask({}, 'check', '--all')).out, /^well {3}worker: A worker runs and bills\./m);
  assert.match((await ask({}, 'check', '--all')).out, /^well {3}hours: Every hour that has begun is billed\./m);
});

test('without a database, what can be looked at is looked at all the same', async () => {
  const { code, out, err } = await attemptCommand(['doctor'], { BOREAL_DATA_DIR: dataDir });
  assert.equal(code, 1);
  assert.match(out, /^WRONG {2}database: Boreal is not running here/m);
  assert.match(out, /^soon {3}backups: The database is not backed up\./m);
  assert.match(err, /Something is wrong: database\./);
});

test('a worker that stopped, hosts that are silent, servers in ERROR, and machines that nobody knows', async () => {
  await cloud.db.pool.query(`update meter_marks set billed_through = $1`, [addMs(new Date(), -HOUR_MS)]);
  await cloud.db.pool.query(`update hosts set silent_since = $1, silent_why = 'no_answer' where name = 'l4-1'`, [
    addMs(new Date(), -HOUR_MS),
  ]);
  await cloud.engine.plantOrphan('srv_of_a_stranger', 'h100-sxm-0');
  const is = async (what: string) => (await about(what)).map(({ is: verdict, says }) => `${verdict} ${says}`).join();
  assert.match(await is('worker'), /^wrong No worker has billed since/);
  assert.match(await is('hosts'), /^wrong Nothing is sold on l4-1/);
  assert.match(await is('engine'), /wrong It has 1 machine or stored backups that Boreal does not know/);
  assert.match((await about('engine'))[0]?.command ?? '', /orphan list/);
});

test('a charge that waits for a provider that is not in use now', async () => {
  const customer = await payingCustomer(cloud, { card: 'late' });
  assert.deepEqual(await about('payments'), []);
  await cloud.db.pool.query(`update cards set provider = 'stripe' where account_id = $1`, [customer.ctx.accountId]);
  const { paymentId } = await createTopUp(customer.ctx, { amountCad: 25 });
  assert.deepEqual(await about('payments'), [], 'no charge was opened: it will be declined');
  await settlePayment(cloud.ctx, { ...cloud.payments, name: 'stripe' }, paymentId);
  const [found, more] = await about('payments');
  assert.deepEqual([found?.is, more], ['soon', undefined]);
  assert.match(found?.says ?? '', /^1 charge or refund begun at Stripe/);
});

test('servers whose machines are not what their rows say are named, with what to type', async () => {
  const id = await (await cloud.customer('50')).deploy();
  await cloud.settle();
  // As after a copy from before it was hibernated; a while ago, by whichever clock.
  await cloud.db.pool.query(
    `update simulated_engine.machine set via = 'hibernating', to_power = 'hibernated', ready_at = $2 where server_id = $1`,
    [id, addMs(new Date(), -HOUR_MS)],
  );
  const found = (await about('engine')).find(({ says }) => says.includes(id));
  assert.match(found?.command ?? '', new RegExp(`server retry ${id} --at-rest`));
  assert.match((await attemptCommand(['server', 'retry', id], { DATABASE_URL: cloud.db.url })).err, /Nothing is under way for this server/);
  assert.equal((await attemptCommand(['server', 'retry', id, '--at-rest'], { DATABASE_URL: cloud.db.url })).code, 0);
});

test('an engine that is down, and a database of another version', async () => {
  await cloud.engine.faults.engineSilent('no_answer');
  assert.deepEqual(
    (await about('engine')).map(({ is }) => is),
    ['wrong'],
  );
  await cloud.engine.faults.engineBack();
  await cloud.db.pool.query(`delete from kysely_migration where name = (select max(name) from kysely_migration)`);
  assert.match(
    (await about('versions')).find(({ is }) => is === 'wrong')?.says ?? '',
    /of an older Boreal than this command: it lacks \d{4}-/,
  );
});

test('a mail server that does not answer, and one that does', async () => {
  const server = await startSmtpServer();
  try {
    assert.deepEqual(
      (await about('mail', { SMTP_URL: server.url })).map(({ is }) => is),
      ['ok'],
    );
  } finally {
    await server.close();
  }
  const [down] = await about('mail', { SMTP_URL: 'smtp://boreal:hush@127.0.0.1:1' });
  assert.equal(down?.is, 'wrong');
  assert.doesNotMatch(JSON.stringify(down), /hush/);
});

test('a site whose certificate browsers refuse, or that does not answer', async () => {
  const [down] = await about('site', { SITE_URL: 'https://127.0.0.1:1' });
  assert.match(down?.says ?? '', /https:\/\/127\.0\.0\.1:1 does not answer/);
});

test('a provider of sign-ins that answers, with the address to register there, and one that does not', async () => {
  const double = await openProviderDouble('http://localhost:8080/sign-in/');
  const settings = {
    BOREAL_GOOGLE_CLIENT_ID: double.clientId,
    BOREAL_GOOGLE_CLIENT_SECRET: double.clientSecret,
    BOREAL_GITHUB_CLIENT_ID: double.clientId,
    BOREAL_GITHUB_CLIENT_SECRET: double.clientSecret,
    BOREAL_GOOGLE_ISSUER: double.url,
    BOREAL_GITHUB_URL: 'http://127.0.0.1:1',
  };
  try {
    const all = JSON.parse((await ask(settings, '--json', '--all')).out);
    const of = (name: string) => Findings.parse(all).findings.find(({ about: what }) => what === `signing in with ${name}`);
    assert.equal(of('Google')?.is, 'ok');
    assert.match(of('Google')?.says ?? '', /http:\/\/localhost:8080\/sign-in\/google\./);
    assert.equal(of('GitHub')?.is, 'wrong');
    assert.doesNotMatch(JSON.stringify(all), new RegExp(double.clientSecret));
  } finally {
    await double.close();
  }
});
