import assert from 'node:assert/strict';
import { chmod, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readAnswersFile } from './answers.ts';
import { openSetup } from './open-setup.ts';
import { readSettings } from './settings-text.rules.ts';
import { setUpMachine, typing, type SetUpMachine } from './testing.ts';

const machines: SetUpMachine[] = [];
after(async () => {
  for (const machine of machines) await machine.close();
});
async function machine(written?: string): Promise<SetUpMachine> {
  const made = await setUpMachine(written);
  machines.push(made);
  return made;
}

const flags = {
  site: 'https://gpu.example.com',
  smtp: 'smtps://mail.example.com',
  'smtp-user': 'boreal@example.com',
  payments: 'stripe',
  'stripe-publishable-key': 'pk_live_1',
  engine: 'simulated',
  company: 'Calcul Boréal inc.',
  street: '1, rue de la Démonstration',
  city: 'Montréal',
  province: 'QC',
  'postal-code': 'H0H 0H0',
  'company-email': 'facturation@example.com',
  gst: '123456789RT0001',
  'operator-email': 'marie.tremblay@example.com',
  'customer-email': 'luc@example.com',
} as const;
const environment = { SMTP_PASSWORD: 'p:@/ss#1', STRIPE_SECRET_KEY: 'sk_live_2', STRIPE_WEBHOOK_SECRET: 'whsec_3' } as const;

/** What the database says of what setup makes. */
async function made({ database }: SetUpMachine): Promise<unknown> {
  const { rows } = await database.pool.query(`select
    (select name from company) as company, (select count(*) from tax_registrations) as taxes,
    (select array_agg(email || ' ' || role || coalesce(' ' || operator_role::text, '') order by email) from users) as people,
    (select array_agg(name order by name) from accounts) as accounts,
    (select sum(balance_micros) from ledger_accounts where id like 'acc_%') as credit`);
  return rows[0];
}

const MADE = {
  company: 'Calcul Boréal inc.',
  taxes: 1n,
  people: ['luc@example.com customer', 'marie.tremblay@example.com operator owner'],
  accounts: ['Luc'],
};

test('unattended, everything is written and made in one run, and a second one changes nothing', async () => {
  const bare = await machine('# Mine\nINCUS_NESTING=off\n');
  const first = await bare.run({ flags, environment });
  assert.equal(first.error, null, first.said);
  const text = await bare.settings();
  assert.match(text, /^# Mine\nINCUS_NESTING=off\n/);
  const settings = readSettings(text);
  assert.equal(settings['SITE_URL'], 'https://gpu.example.com');
  assert.equal(settings['MAIL_FROM'], 'Boreal <no-reply@gpu.example.com>');
  assert.equal(settings['BOREAL_TRUSTED_PROXIES'], '127.0.0.1,::1');
  const mail = new URL(settings['SMTP_URL'] ?? '');
  assert.deepEqual(
    [mail.host, decodeURIComponent(mail.username), decodeURIComponent(mail.password)],
    ['mail.example.com', 'boreal@example.com', 'p:@/ss#1'],
  );
  assert.ok((settings['BOREAL_SECRET'] ?? '').length >= 32);
  const links = first.notes.filter((note) =>
    /choose a password here.*works once.*\n {2}https:\/\/gpu\.example\.com\/reset-password#\w{32}$/s.test(note),
  );
  assert.deepEqual(
    links.map((note) => note.slice(0, note.indexOf(':'))),
    ['marie.tremblay@example.com', 'luc@example.com'],
  );
  const { credit, ...rest } = Object(await made(bare));
  assert.deepEqual(rest, MADE);
  assert.equal(Number(credit), 25_000_000);

  const second = await bare.run({ flags, environment });
  assert.deepEqual([second.error, second.told.flatMap(({ changes }) => changes)], [null, []], second.said);
  const third = await bare.run();
  assert.deepEqual([third.error, third.told.flatMap(({ changes }) => changes)], [null, []], 'nor one without answers');
  assert.equal(await bare.settings(), text);
  assert.deepEqual(await made(bare), { ...rest, credit });
});

test('no secret is shown, and none is on another program’s command line', async () => {
  const bare = await machine();
  const { said, told, notes, error } = await bare.run({ flags, environment });
  assert.equal(error, null, said);
  const settings = readSettings(await bare.settings());
  const secrets = [...Object.values(environment), encodeURIComponent(environment.SMTP_PASSWORD), settings['BOREAL_SECRET'] ?? ''];
  const shown = JSON.stringify([said, told, notes, bare.ran]);
  for (const secret of secrets) assert.ok(secret !== '' && !shown.includes(secret), `${secret} is shown`);
  assert.equal((await stat(bare.settingsPath)).mode & 0o777, 0o640);
});

test('whoever reads the settings besides root and Boreal’s group may not any more', async () => {
  const bare = await machine();
  await chmod(bare.settingsPath, 0o666);
  assert.equal((await bare.run({ flags, environment })).error, null);
  assert.equal((await stat(bare.settingsPath)).mode & 0o777, 0o660);
});

test('stopped after any of its changes, it goes on there, and ends as if it had not been', async () => {
  const whole = await machine();
  const all = (await whole.run({ flags, environment })).told.flatMap(({ changes }) => changes).length;
  assert.ok(all > 10, String(all));
  const broken = await machine();
  let stops = 0;
  for (let n = 1; n < all; n += 1) {
    const { error } = await broken.run({ flags, environment, stopAfter: 1 });
    if (error === null) break;
    assert.match(error, /^Stopped\. What is done stays done\./);
    stops += 1;
  }
  assert.ok(stops > 10, String(stops));
  assert.equal((await broken.run({ flags, environment })).error, null);
  assert.match(JSON.stringify((await broken.run()).notes), /has no second factor yet.*person link marie\.tremblay@example\.com/);
  assert.deepEqual(Object.keys(readSettings(await broken.settings())).sort(), Object.keys(readSettings(await whole.settings())).sort());
  assert.deepEqual(await made(broken), await made(whole));
});

test('a preview says what would be done, and does nothing', async () => {
  const bare = await machine();
  const before = await bare.settings();
  const { told, said, error } = await bare.run({ flags, environment, preview: true });
  assert.equal(error, null, said);
  assert.match(said, /would write SITE_URL=https:\/\/gpu\.example\.com/);
  assert.match(said, /would add the operator marie\.tremblay@example\.com/);
  assert.ok(told.flatMap(({ changes }) => changes).length > 10);
  assert.equal(await bare.settings(), before);
  assert.deepEqual(await readdir(bare.folder), ['boreal.env']);
  assert.deepEqual(await made(bare), { company: null, taxes: 0n, people: null, accounts: null, credit: null });
});

test('without a terminal, a missing answer is named with its flag, and nothing after it is done', async () => {
  const bare = await machine();
  const { site: _site, ...others } = flags;
  const { error } = await bare.run({ flags: others, environment });
  assert.match(error ?? '', /nobody can be asked here\. Say it with --site\.$/);
  const { SMTP_PASSWORD: _password, ...secrets } = environment;
  assert.match(
    (await bare.run({ flags, environment: secrets })).error ?? '',
    /Say it with --smtp-password-file, or set SMTP_PASSWORD in the environment\.$/,
  );
  assert.equal(readSettings(await bare.settings())['SMTP_URL'], undefined);
});

test('what cannot be used is refused with what to write, whatever it is', async () => {
  const bare = await machine();
  const wrong = [
    ['site', 'gpu.example.com', /Write an address such as https/],
    ['site', 'http://gpu.example.com', /Write an address such as https/],
    ['site', 'https://gpu.example.com/path', /without a path/],
    ['smtp', 'mail.example.com', /Write smtps:\/\/HOST/],
    ['smtp', 'smtps://user:secret@mail.example.com', /are asked on their own/],
    ['operator-email', 'marie', /e-?mail|address/i],
    ['country', 'Canada', /two letters/],
    ['credit', '1001', /from 0 to 1000/],
    ['company', '', /./],
  ] as const;
  for (const [name, text, sentence] of wrong) {
    const { error } = await bare.run({ flags: { ...flags, [name]: text }, environment });
    assert.match(error ?? '', sentence, `${name}: ${text}`);
  }
});

test('a mail server that does not answer is not written, unless somebody says so', async () => {
  const bare = await machine();
  bare.world.mail = 'The mail server refuses our mail: connect ECONNREFUSED.';
  const refused = await bare.run({ flags, environment });
  assert.match(refused.error ?? '', /ECONNREFUSED\. To go on all the same: --unchecked$/);
  assert.equal(readSettings(await bare.settings())['SMTP_URL'], undefined);
  const kept = await bare.run({ flags, environment, unchecked: true });
  assert.deepEqual([kept.error, /It is kept all the same/.test(kept.said)], [null, true]);
  // What is written is not asked for again.
  assert.equal((await bare.run()).error, null);
});

test('Stripe’s refusal of a key, and a name that does not resolve, say so where they are asked', async () => {
  const bare = await machine();
  bare.world.site = 'The name gpu.example.com does not resolve yet.';
  assert.match((await bare.run({ flags, environment })).error ?? '', /does not resolve yet/);
  bare.world.site = null;
  bare.world.stripe = 'Stripe does not know the secret key.';
  assert.match((await bare.run({ flags, environment })).error ?? '', /Stripe does not know the secret key/);
  assert.equal(readSettings(await bare.settings())['STRIPE_SECRET_KEY'], undefined);
});

test('somebody at a terminal is asked only for what is missing, again where it cannot be right, and secrets unseen', async () => {
  const bare = await machine();
  const { site: _site, smtp: _smtp, 'smtp-user': _user, 'operator-email': _email, ...others } = flags;
  const { SMTP_PASSWORD: _password, ...secrets } = environment;
  const keyboard = typing([
    ['Address of the site', 'gpu.example.com'],
    ['Address of the site', 'https://gpu.example.com'],
    ['Mail server', 'smtps://mail.example.com'],
    ['User at the mail server', 'boreal'],
    ['Password at the mail server', 'wrong'],
    ['Keep it all the same?', ''],
    ['Mail server', 'smtps://mail2.example.com'],
    ['User at the mail server', 'boreal'],
    ['Password at the mail server', 'wrong'],
    ['Keep it all the same?', 'y'],
    ['Whom mail comes from', ''],
    ['Its country', ''],
    ['Your QST number', ''],
    ['Your own address', 'marie@example.com'],
    ['Your name', ''],
    ["The first customer's name", ''],
    ['Credit', ''],
  ]);
  bare.world.mail = 'The mail server does not let us in.';
  const { error, said } = await bare.run({ flags: { ...others }, environment: secrets, keyboard });
  assert.equal(error, null, said);
  assert.deepEqual(keyboard.hidden, ['wrong', 'wrong']);
  assert.match(readSettings(await bare.settings())['SMTP_URL'] ?? '', /mail2\.example\.com/);
});

test('what the operator wrote is replaced only when something else is said, and that is told', async () => {
  const bare = await machine('SITE_URL=https://old.example.com\nMAIL_FROM=me@old.example.com\n');
  const { site: _site, ...others } = flags;
  const kept = await bare.run({ flags: others, environment });
  assert.equal(kept.error, null, kept.said);
  assert.equal(readSettings(await bare.settings())['MAIL_FROM'], 'me@old.example.com');
  const replaced = await bare.run({ flags, environment });
  assert.match(replaced.said, /wrote SITE_URL=https:\/\/gpu\.example\.com, instead of https:\/\/old\.example\.com/);
});

test('a bucket that was written by hand stays the place of the backups', async () => {
  const bare = await machine();
  await writeFile(bare.settingsPath, 'BOREAL_BACKUP_BUCKET=s3://house\nAWS_ACCESS_KEY_ID=AKIA\nAWS_SECRET_ACCESS_KEY=secret-of-aws\n');
  const { said } = await bare.run({ flags, environment, preview: true });
  assert.match(said, /a Postgres of its own, backed up to s3:\/\/house/);
  assert.match(said, /would write BOREAL_BACKUP_KEY/);
  assert.ok(!said.includes('BOREAL_BACKUP_DIR') && !said.includes('secret-of-aws'), said);
});

test('a demo’s settings are not made production’s', async () => {
  const bare = await machine('BOREAL_MODE=demo\n');
  assert.match(
    (await bare.run({ flags, environment })).error ?? '',
    /says BOREAL_MODE=demo\. A demo's database cannot become production's/,
  );
});

test('where no Incus is, it says how to get one, and how to do without', async () => {
  const bare = await machine('INCUS_URL=unix:///nonexistent/unix.socket\n');
  const { engine: _engine, ...others } = flags;
  const { error } = await bare.run({ flags: others, environment });
  assert.match(error ?? '', /^There is no Incus here\. Install it: apt-get install -y incus .*setup --engine simulated$/);
  assert.equal((await bare.run({ flags, environment })).error, null, 'without one');
});

test('a settings file that cannot be understood, or is nobody’s to write, is left as it is', async () => {
  const bare = await machine('INCUS_URL=here\n');
  const { engine: _engine, ...others } = flags;
  assert.match((await bare.run({ flags: others, environment })).error ?? '', /INCUS_URL: must be unix:/);
  await assert.rejects(
    openSetup({ ...bare.parts(), settingsPath: join(bare.folder, 'none', 'boreal.env') }),
    /There is no folder .*Name the file of settings with --settings/,
  );
});

test('of two at once one is refused, and the other ends as ever', async () => {
  const bare = await machine();
  const [ended, ...others] = (await Promise.allSettled([1, 2].map(() => bare.run({ flags, environment })))).toSorted((a) =>
    a.status === 'fulfilled' ? -1 : 1,
  );
  assert.ok(ended?.status === 'fulfilled');
  assert.equal(ended.value.error, null);
  assert.match(String(others[0]?.status === 'rejected' && others[0].reason), /Another setup runs here already/);
  assert.equal((await bare.run()).error, null, 'and the next one is let in');
});

test('a file of answers is read by the names of the flags; others, and secrets that everybody may read, are refused', async () => {
  const bare = await machine();
  const path = join(bare.folder, 'answers');
  await writeFile(path, 'site=https://gpu.example.com\nsmtp-password=secret\n', { mode: 0o600 });
  assert.deepEqual(await readAnswersFile(path), { site: 'https://gpu.example.com', 'smtp-password': 'secret' });
  await chmod(path, 0o644);
  await assert.rejects(readAnswersFile(path), /everyone may read it\. First: chmod 600/);
  await writeFile(path, 'sitte=https://gpu.example.com\n');
  await assert.rejects(readAnswersFile(path), /nothing asks for "sitte"/);
  await assert.rejects(readAnswersFile(join(bare.folder, 'none')), /cannot be read \(ENOENT\)/);
});
