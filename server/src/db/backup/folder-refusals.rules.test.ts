import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyRefused } from './folder-refusals.rules.ts';

test('what the system refuses is told with what to do, and what is no refusal is not', () => {
  const of = (code: string) => whyRefused('/var/backups/boreal', code) ?? '';
  assert.match(of('EACCES'), /may not use \/var\/backups\/boreal .*chown -R boreal: \/var\/backups\/boreal$/);
  assert.match(of('ENOSPC'), /is full .*BOREAL_BACKUP_DAYS/);
  assert.match(of('EROFS'), /read only, or boreal\.service/);
  assert.match(of('ESTALE'), /findmnt \/var\/backups\/boreal$/);
  for (const code of ['', 'ENOENT', 'EEXIST']) assert.equal(whyRefused('/backups', code), null, code);
});
