import assert from 'node:assert/strict';
import { test } from 'node:test';
import { production } from './config-kit.ts';
import { readConfig } from './config.ts';

const own = {
  ...production,
  DATABASE_URL: undefined,
  BOREAL_BACKUP_DIR: '/backups',
  BOREAL_BACKUP_KEY: Buffer.alloc(32, 7).toString('base64'),
};

test('production runs several processes only on a Postgres that they share', () => {
  for (const role of ['api', 'worker']) {
    assert.equal(readConfig({ ...production, BOREAL_ROLE: role }).role, role);
    assert.throws(
      () => readConfig({ ...own, BOREAL_ROLE: role }),
      /BOREAL_ROLE: several processes need a Postgres of yours, in DATABASE_URL/,
    );
  }
  assert.equal(readConfig({ ...own, BOREAL_ROLE: 'all' }).role, 'all');
});
