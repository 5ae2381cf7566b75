import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attemptCommand } from './testing.ts';

const OF_YOURS = { DATABASE_URL: 'postgres://boreal@127.0.0.1:1/boreal' };

test('of a Postgres that somebody else backs up, the weekly try finds nothing to try, and does not fail', async () => {
  const { code, out } = await attemptCommand(['backup', 'verify'], OF_YOURS);
  assert.equal(code, 0);
  assert.match(out, /^Nothing was verified\. Boreal does not back up the Postgres of DATABASE_URL: /);
});

test('nobody is told to set a place for backups that Boreal does not make', async () => {
  for (const verb of ['list', 'create', 'restore']) {
    const { code, err } = await attemptCommand(['backup', verb], OF_YOURS);
    assert.equal(code, 1, verb);
    assert.match(err, /Boreal does not back up the Postgres of DATABASE_URL: a program of yours does/);
    assert.doesNotMatch(err, /BOREAL_BACKUP_DIR/);
  }
});

test('without a place, it is said which settings name one', async () => {
  const { code, err } = await attemptCommand(['backup', 'verify'], {});
  assert.equal(code, 1);
  assert.match(err, /BOREAL_BACKUP_DIR \(or BOREAL_BACKUP_BUCKET\) and BOREAL_BACKUP_KEY/);
});
