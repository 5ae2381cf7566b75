import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { openDouble, type Arrived, type Reply } from '../sdk/testing.ts';
import { quoteOf, type } from './testing.ts';

const quote = quoteOf(2.5);
const data = (of: unknown): Reply => ({ status: 200, json: { data: of } });
const double = await openDouble();
after(() => double.close());
beforeEach(() => {
  double.arrived.splice(0);
  double.answer = usual;
});

function usual({ method, path }: Arrived): Reply {
  if (path.includes('/deploy-quote')) return data(quote);
  if (path.endsWith('/restore') && method === 'GET') {
    return data({ productId: 'l4-x1', region: 'r', hourlyRateCad: 2.5, requiredCredits: 2.5, currentBalance: 9 });
  }
  if (path.includes('/usage')) return data({ hourlyRate: 2.5, hours: [] });
  if (path.endsWith('/backups') && method === 'GET') return data({ option: { price: 9.99, billing: 'hourly' }, backups: [] });
  if (method === 'GET') return data({ id: 'srv_1', name: 'trainer', status: 'ACTIVE' });
  return data({ id: 'srv_1', status: 'DELETED' });
}

const writes = () => double.arrived.filter(({ method }) => method !== 'GET');

const ALL = {
  deploy: ['servers', 'deploy', 'l4-x1', '--ssh-key', 'ssh_1'],
  restore: ['backups', 'restore', 'srv_1', 'bkp_1'],
  resume: ['servers', 'resume', 'srv_1'],
  'turn backups on': ['backups', 'enable', 'srv_1'],
  'delete a server': ['servers', 'delete', 'srv_1'],
  'turn backups off': ['backups', 'disable', 'srv_1'],
  'delete a backup': ['backups', 'delete', 'srv_1', 'bkp_1'],
} as const;

for (const [what, args] of Object.entries(ALL)) {
  test(`nobody there: it does not ${what} without --yes`, async () => {
    const { code, err } = await type(double.url, args);
    assert.equal(code, 4);
    assert.match(err, /add --yes/);
    assert.deepEqual(writes(), []);
    assert.equal((await type(double.url, [...args, '--yes'])).code, 0);
    assert.equal(writes().length, 1);
  });

  test(`somebody there: it does ${what} only when they say yes`, async () => {
    for (const answer of ['n', '', 'nope', 'yess']) {
      const { code } = await type(double.url, args, { answers: [answer] });
      assert.equal(code, 4, answer);
    }
    // They close the input.
    assert.equal((await type(double.url, args, { answers: [] })).code, 4);
    assert.deepEqual(writes(), []);
    assert.equal((await type(double.url, args, { answers: ['Yes'] })).code, 0);
    assert.equal(writes().length, 1);
  });
}

test('the price, the first hour, the credit and the taxes are said before the question', async () => {
  const { err } = await type(double.url, ALL.deploy, { answers: ['n'] });
  assert.match(err, /L4 ×1, r: 2\.50 CAD an hour/);
  assert.match(err, /first hour, 2\.50 CAD, is taken from your credit of 9\.00 CAD/);
  assert.match(err, /Taxes are paid when credit is purchased/);
  const french = await type(double.url, ALL.deploy, { answers: ['oui'], environment: { LC_ALL: 'fr_CA.UTF-8', LANG: 'en_CA' } });
  assert.match(french.err, /2,50 CAD l’heure/);
  assert.equal(french.code, 0);
});

for (const what of ['deploy', 'restore', 'resume'] as const) {
  test(`it does not ${what} for more than may be paid, whatever else is said`, async () => {
    const { code, err } = await type(double.url, [...ALL[what], '--yes', '--max-price', '2.49']);
    assert.equal(code, 4);
    assert.match(err, /PRICE_ABOVE_MAX/);
    assert.deepEqual(writes(), []);
    assert.equal((await type(double.url, [...ALL[what], '--yes', '--max-price', '2.5'])).code, 0);
  });
}

test('whoever deploys a spot server is told that it may be taken away', async () => {
  const said = async (spot: boolean) => {
    double.answer = () => data({ ...quote, spot });
    return (await type(double.url, ALL.deploy, { answers: ['n'] })).err;
  };
  assert.match(await said(true), /hibernated when on-demand customers need the GPU/);
  assert.doesNotMatch(await said(false), /hibernated when/);
});

test('a limit that is none stops everything before it begins', async () => {
  for (const limit of ['0', '-1', 'ten', '', 'NaN']) {
    const { code } = await type(double.url, [...ALL.deploy, '--yes', `--max-price=${limit}`]);
    assert.equal(code, 2, limit);
  }
  assert.deepEqual(writes(), []);
});

test('a restore is refused by Boreal itself if the price changes after it was shown', async () => {
  await type(double.url, [...ALL.restore, '--yes']);
  assert.deepEqual(writes()[0]?.body, { expectedHourlyRateCad: 2.5 });
});

test('of a prepaid server it is said that the rest of its term is taken now; by the hour nothing is, or Boreal refuses', async () => {
  await type(double.url, [...ALL['turn backups on'], '--yes']);
  assert.deepEqual(writes()[0]?.body, { enabled: true, expectedChargeCad: 0 });
  double.answer = () => data({ option: { price: 9.99, billing: 'prepaid' }, backups: [] });
  const { err } = await type(double.url, ALL['turn backups on'], { answers: ['n'] });
  assert.match(err, /9\.99\s+CAD a month.*rest of the paid term is taken from your credit now/s);
  assert.equal(writes().length, 1);
});

test('whoever agrees that backups go does not have to say it twice', async () => {
  await type(double.url, ALL['turn backups off'], { answers: ['y'] });
  assert.deepEqual(writes()[0]?.body, { enabled: false, confirmDeleteBackups: true });
});

test('what cannot be deployed is not even asked about', async () => {
  double.answer = () => data({ ...quote, deployable: false, reasons: ['PLAN_NOT_AVAILABLE'], requiredCredits: null, accountAction: null });
  const { code, err, asked } = await type(double.url, ALL.deploy, { answers: ['y'] });
  assert.deepEqual([code, asked, writes()], [1, [], []]);
  assert.match(err, /PLAN_NOT_AVAILABLE/);
  const accountAction = { message: 'Add 5 CAD of credit.', action: { label: 'Add credit', url: 'https://gpu.example.com/add' } };
  double.answer = () => data({ ...quote, deployable: false, reasons: ['INSUFFICIENT_CREDITS'], accountAction });
  const poor = await type(double.url, [...ALL.deploy, '--yes']);
  assert.equal(poor.code, 1);
  assert.match(poor.err, /INSUFFICIENT_CREDITS: Add 5 CAD of credit\.\n {2}Add credit: https:\/\/gpu\.example\.com\/add/);
});

const atStake = { everActive: true, workDisk: 'scratch', keptGb: 100, hour: 'kept', terms: null };
const term = { status: 'active', paidUntil: '2027-01-23T17:00:00Z', next: null };
const next = { start: '2027-01-23T17:00:00Z', end: '2027-02-23T17:00:00Z', paid: 1567.11 };
const showing = (server: object) => (arrived: Arrived) =>
  arrived.method === 'GET' ? data({ id: 'srv_1', name: 'trainer', status: 'ACTIVE', ...server }) : usual(arrived);

test('what deleting a server loses and refunds is said before the question, in both languages', async () => {
  const said = async (stake: object, environment = {}) => {
    double.answer = showing({ atStake: { ...atStake, ...stake } });
    return (await type(double.url, ALL['delete a server'], { answers: ['n'], environment })).err;
  };
  assert.match(
    await said({}),
    /Delete trainer \(srv_1\):\n.*disks and its backups are deleted\.\nThe hour already paid is not refunded\.\n.*undone/,
  );
  assert.match(await said({ everActive: false, hour: 'refunded' }), /never started, so its first hour is refunded/);
  const renewed = { hour: null, terms: { ...term, next } };
  assert.match(
    await said(renewed),
    /paid until January 23, 2027\..*\n.*1,567\.11.CAD paid for it, taxes included, is refunded to the card/,
  );
  const french = await said(renewed, { LC_ALL: 'fr_CA.UTF-8' });
  assert.match(french, /payé jusqu’au 23 janvier 2027\..*\n.*1.567,11.CAD payés pour elle, taxes comprises, sont remboursés/);
  assert.doesNotMatch(french, /refunded|deleted/);
  assert.deepEqual(writes(), []);
});

for (const action of ['stop', 'hibernate'] as const) {
  test(`somebody who would ${action} a server is told what it means, and asked; a script goes on as ever`, async () => {
    double.answer = showing({ atStake });
    const args = ['servers', action, 'srv_1'];
    const { code, err } = await type(double.url, args, { answers: ['n'] });
    assert.equal(code, 4);
    assert.match(err, action === 'stop' ? /A stopped server is still billed/ : /everything on the work disk is lost/);
    assert.deepEqual(writes(), []);
    assert.equal((await type(double.url, args, { answers: ['y'] })).code, 0);
    assert.equal(writes().length, 1);
    double.arrived.splice(0);
    for (const { flags, typing } of [
      { flags: ['--yes'], typing: { answers: [] } },
      { flags: [], typing: {} },
    ]) {
      const { code: done, err: nothing } = await type(double.url, [...args, ...flags], typing);
      assert.deepEqual([done, nothing], [0, '']);
    }
    assert.deepEqual(
      double.arrived.map(({ method }) => method),
      ['POST', 'POST'],
    );
  });
}

test('of a server that is deleted already nobody is asked anything: it is refused', async () => {
  double.answer = (arrived) =>
    arrived.method === 'GET'
      ? showing({ status: 'DELETED', atStake: null })(arrived)
      : { status: 404, json: { error: 'NOT_FOUND', message: 'No.' } };
  const { code, err, asked } = await type(double.url, ALL['delete a server'], { answers: ['y'] });
  assert.deepEqual([code, asked], [1, []]);
  assert.match(err, /NOT_FOUND/);
});

test('a Boreal that does not say what is at stake is asked all the same', async () => {
  double.answer = showing({});
  const { err } = await type(double.url, ALL['delete a server'], { answers: ['n'] });
  assert.match(err, /destroyed with all its data and backups\. This cannot be undone/);
});
