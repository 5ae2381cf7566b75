import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';

const own = {
  BOREAL_MODE: 'production',
  SITE_URL: 'https://gpu.example.com',
  BOREAL_BACKUP_DIR: '/backups',
  BOREAL_BACKUP_KEY: Buffer.alloc(32, 7).toString('base64'),
  BOREAL_ENGINE: 'simulated',
  BOREAL_PAYMENTS: 'sandbox',
  SMTP_URL: 'smtps://boreal:secret@mail.example.com',
  MAIL_FROM: 'Boreal <no-reply@gpu.example.com>',
  BOREAL_SECRET: 'a-secret-of-thirty-two-characters-or-more',
};
const { BOREAL_BACKUP_DIR: _folder, BOREAL_BACKUP_KEY: _key, ...others } = own;
const shared = { ...others, DATABASE_URL: 'postgres://boreal@localhost/boreal' };

test('production runs several processes only on a Postgres that they share', () => {
  for (const role of ['api', 'worker']) {
    assert.equal(readConfig({ ...shared, BOREAL_ROLE: role }).role, role);
    assert.throws(
      () => readConfig({ ...own, BOREAL_ROLE: role }),
      /BOREAL_ROLE: several processes need a Postgres of yours, in DATABASE_URL/,
    );
  }
  assert.equal(readConfig({ ...own, BOREAL_ROLE: 'all' }).role, 'all');
});
