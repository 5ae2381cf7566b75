import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startSmtpServer, type TakenMail, type TestSmtpServer } from '../../server/src/mail/testing.ts';
import { operator } from '../testing/boreal-process-command.ts';
import { makeBorealHome, type BorealHome } from '../testing/boreal-process-home.ts';
import { until, type BorealProcess } from '../testing/boreal-process.ts';

const SOON_MS = 30_000;
let home: BorealHome;
let server: TestSmtpServer;
let boreal: BorealProcess;
before(async () => {
  home = await makeBorealHome();
  server = await startSmtpServer();
  boreal = await home.start();
});
after(async () => {
  await home.close();
  await server.close();
});

/** Has a member invited to a demo account, as the operator would. */
async function invite(email: string): Promise<void> {
  const { accountId } = (await home.demo()).customers[0];
  const { code, stderr } = await operator({ BOREAL_DATA_DIR: home.dataDir }, 'member', 'invite', accountId, email, 'developer');
  assert.equal(code, 0, stderr);
}

async function restart(): Promise<void> {
  boreal = await home.start({ SMTP_URL: server.url, MAIL_FROM: 'Boreal <no-reply@gpu.example.com>' });
}

async function mailArrives(): Promise<void> {
  await until(
    'one mail arrives',
    SOON_MS,
    () => server.taken,
    ({ length }) => length === 1,
  );
}

test('without a mail server, mail lies in the data directory, in the language of its account, and the start says where', async () => {
  const folder = join(home.dataDir, 'mail');
  assert.ok(boreal.stdout().includes(folder));
  await invite('folder@example.com');
  const files = async () => (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('folder@example.com.txt'));
  const [file = ''] = await until('the mail is written', SOON_MS, files, ({ length }) => length === 1);
  const text = await readFile(join(folder, file), 'utf8');
  assert.match(text, /^Subject: Boreal vous invite à rejoindre Aurore$/m);
  assert.match(text, /^http:\/\/localhost:\d+\/invitation#[0-9A-Za-z]{40}$/m);
});

test('with one, mail is sent', async () => {
  await boreal.end('SIGTERM');
  await restart();
  await invite('smtp@example.com');
  await mailArrives();
  assert.partialDeepStrictEqual(server.taken[0], { to: 'smtp@example.com', headers: { from: 'Boreal <no-reply@gpu.example.com>' } });
});

test('killed while the server takes a mail, Boreal sends it again after its lease, by the same Message-ID', async () => {
  server.taken.length = 0;
  const arrived = Promise.withResolvers<TakenMail>();
  // The server has the mail, and its answer never comes.
  server.onTaken = (mail) => {
    arrived.resolve(mail);
    return new Promise(() => undefined);
  };
  await invite('twice@example.com');
  const first = await arrived.promise;
  await boreal.end('SIGKILL');
  server.onTaken = async () => null;
  await restart();
  // Two minutes later, as far as the lease knows.
  await home.inDatabase((db) =>
    db.pool.query(`update mail_deliveries set lease_until = lease_until - interval '2 minutes' where status = 'waiting'`),
  );
  await mailArrives();
  assert.equal(server.taken[0]?.to, 'twice@example.com');
  assert.equal(server.taken[0]?.headers['message-id'], first.headers['message-id']);
  const settled = () =>
    home.inDatabase((db) => db.sql.selectFrom('mailDeliveries').selectAll().where('toEmail', '=', 'twice@example.com').execute());
  const sent = await until('it is marked', SOON_MS, settled, (deliveries) => deliveries.every(({ status }) => status === 'sent'));
  assert.deepEqual(
    sent.map(({ attempts, secret }) => [attempts, secret]),
    [[2, null]],
  );
});
