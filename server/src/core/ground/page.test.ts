import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAppError } from '../../kit/errors.ts';
import { decodeCursor, page } from './page.ts';

const rows = [{ id: 'ssh_1' }, { id: 'ssh_2' }, { id: 'ssh_3' }];

test('a page that is not the last one leads to the row after it', () => {
  const { items, nextCursor } = page(rows, 2, (row) => row.id);
  assert.deepEqual(items, rows.slice(0, 2));
  assert.ok(nextCursor);
  assert.equal(decodeCursor(nextCursor), 'ssh_2');
});

test('the last page has no cursor, also when it is full or empty', () => {
  assert.equal(page(rows, 3, (row) => row.id).nextCursor, null);
  assert.equal(page([], 3, () => '').nextCursor, null);
});

for (const cursor of ['', 'ssh_2', 'c3NoXzI=', '!!!', 'AAAA', Buffer.from('x'.repeat(101)).toString('base64url')]) {
  test(`a cursor that no list has given is refused: ${JSON.stringify(cursor.slice(0, 20))}`, () => {
    assert.throws(
      () => decodeCursor(cursor),
      (error) => isAppError(error, 'INVALID_REQUEST') && error.details.issues[0]?.path === 'cursor',
    );
  });
}
