import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testDatabase, type TestDatabase } from '../../server/src/db/testing.ts';
import { operator } from '../testing/boreal-process-command.ts';
import { makeBorealHome, type BorealHome } from '../testing/boreal-process-home.ts';

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

const PRODUCTION = {
  BOREAL_MODE: 'production',
  BOREAL_PASSWORD_COST: '17',
  SITE_URL: 'https://gpu.example.com',
  BOREAL_ENGINE: 'simulated',
  BOREAL_PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SMTP_URL: 'smtp://localhost:25',
  MAIL_FROM: 'no-reply@gpu.example.com',
  BOREAL_SECRET: 'a secret of the tests: forty-two characters',
} as const;

test('production says at its start what receipts and invoices lack, until it is said, and that Stripe is in test mode', async () => {
  const environment = { ...PRODUCTION, DATABASE_URL: db.url };
  const first = await home.start(environment);
  const lacking =
    /\nReceipts and invoices are not complete:\n {2}- They do not say who sells: npm run operator -- company set --name "Nord Calcul inc\."\n/;
  assert.match(first.stdout(), lacking);
  assert.match(first.stdout(), /Stripe in test mode: no money moves/);
  const company = ['--name', 'Nord', '--line1', '1 rue Principale', '--city', 'Toronto', '--province', 'ON', '--postal-code', 'M5H 2N2'];
  const said = await operator({ DATABASE_URL: db.url }, 'company', 'set', ...company, '--email', 'a@example.com');
  assert.equal(said.code, 0, said.stderr);
  assert.equal((await operator({ DATABASE_URL: db.url }, 'tax', 'register', 'GST_HST', '123456789RT0001')).code, 0);
  await first.end('SIGTERM');
  assert.doesNotMatch((await home.start(environment)).stdout(), /not complete/);
});

test('a demo has a seller of its own, and its documents lack nothing', async () => {
  const demo = await home.start();
  assert.doesNotMatch(demo.stdout(), /not complete/);
  const shown = await operator({ BOREAL_DATA_DIR: home.dataDir }, 'company', 'show');
  assert.match(shown.stdout, /^Name +Boréal Démonstration inc\.\n/);
  assert.doesNotMatch(shown.stdout, /not complete/);
});
