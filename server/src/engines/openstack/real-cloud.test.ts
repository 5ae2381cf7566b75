import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { PASSWORD } from '../../../../dev/openstack/config.ts';
import { lab as furniture } from '../../../../dev/openstack/furnish.ts';
import { requireLab } from '../../../../dev/openstack/lab.ts';
import { startCloudDouble } from './testing/cloud-double.ts';
import { STANDARD, walkCloud } from './testing/cloud-walk.ts';
import { driftBetween, readWalk, writtenWalk } from './testing/walk-record.ts';

const RECORD = join(import.meta.dirname, 'testing', 'real-walk.txt');
const isReal = process.env['BOREAL_OPENSTACK'] === 'real';

test(
  'the double, and what was written down of a real cloud, are as a real one is now',
  { skip: !isReal && 'only with npm run test:openstack' },
  async (t) => {
    const lab = await requireLab();
    const user = (name: string) => ({ name, password: PASSWORD, project: { name } });
    const users = { admin: user('admin'), demo: user('demo') };
    const real = await walkCloud({ ...STANDARD, authUrl: lab.authUrl, users, image: furniture.image, lookEveryMs: 500 });
    if (process.env['UPDATE_GOLDEN'] === '1') await writeFile(RECORD, writtenWalk(real));

    const double = await startCloudDouble({ paceMs: 3 });
    t.after(() => double.close());
    const { authUrl, hold, goOn } = double;
    const doubled = await walkCloud({ ...STANDARD, authUrl, users: double.users, image: double.image.name, lookEveryMs: 5, hold, goOn });
    assert.deepEqual(driftBetween(real, doubled), []);
    assert.deepEqual(driftBetween(readWalk(await readFile(RECORD, 'utf8')), doubled), []);
  },
);
