import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { lab as furniture } from '../dev/incus/furnish.ts';
import { whyNoLab, type Lab } from '../dev/incus/lab.ts';
import { testDatabase, type TestDatabase } from '../server/src/db/testing.ts';
import { startTestLab } from '../server/src/engines/incus/testing/test-lab.ts';
import { operator } from './testing/boreal-process-command.ts';
import { makeBorealHome, type BorealHome } from './testing/boreal-process-home.ts';
import { refusal } from './testing/boreal-process-refusal.ts';

const why = await whyNoLab();

describe('production on an Incus whose containers leave their disks', why === null ? {} : { skip: why }, () => {
  let lab: Lab;
  let home: BorealHome;
  let database: TestDatabase;
  before(async () => {
    [lab, home, database] = [await startTestLab(), await makeBorealHome(), await testDatabase()];
  });
  after(async () => {
    await home.close();
    await database.close();
    await lab.stop();
  });

  test('does not start, and says which disks to use; the operator’s check says the same', async () => {
    const environment = {
      BOREAL_MODE: 'production',
      BOREAL_PASSWORD_COST: '17',
      DATABASE_URL: database.url,
      SITE_URL: 'https://gpu.example.com',
      BOREAL_PAYMENTS: 'sandbox',
      SMTP_URL: 'smtp://localhost:25',
      MAIL_FROM: 'no-reply@gpu.example.com',
      BOREAL_SECRET: 'a secret of the tests: forty-two characters',
      BOREAL_ENGINE: 'incus',
      INCUS_URL: lab.url,
      INCUS_NETWORK: furniture.network,
      INCUS_PROBE_PROXY: `unix://${lab.hostRelay}`,
    };
    const said = await refusal(home, environment);
    assert.match(said, /^Machines of the engine incus cannot be rented to strangers, so production does not start:\n/);
    assert.match(
      said,
      /The storage pool default is (btrfs|a folder \(dir\)).* Use a pool of zfs or lvm \(thin\): incus storage create NAME zfs/,
    );
    const checked = await operator(environment, 'engine', 'check');
    assert.equal(checked.code, 1);
    assert.match(checked.stdout, /production does not start:\n- The storage pool default is /);
  });
});
