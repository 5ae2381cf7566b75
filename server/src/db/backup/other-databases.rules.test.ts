import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tellOthers } from './other-databases.rules.ts';

const of = (...systems: string[]) => systems.map((systemIdentifier) => ({ systemIdentifier }));

test('backups of another database in the same place are told of, with what to do; one’s own are not', () => {
  assert.equal(tellOthers('/b', { all: [], own: '1' }), null);
  assert.equal(tellOthers('/b', { all: of('1', '1'), own: '1' }), null);
  const shared = tellOthers('/b', { all: of('1', '2', '2'), own: '1' });
  assert.match(
    shared ?? '',
    /^There are backups of another database \(2\) in \/b, too\. Boreal leaves those backups untouched\. .* move \/b\/2 aside/,
  );
  assert.match(
    tellOthers('/b', { all: of('2', '3'), own: '1' }) ?? '',
    /2 other databases \(2, 3\).*This database has no backup there yet\. .* backup restore/,
  );
});
