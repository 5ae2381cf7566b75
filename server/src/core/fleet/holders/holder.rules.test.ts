import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Holder } from '../../../engines/holder-record.ts';
import { isUnwritten, judgeHolder, neverHeld, type OwnHolder } from './holder.rules.ts';

const at = new Date('2026-12-01T12:00:00Z');
const before = new Date('2026-12-01T11:00:00Z');
const own = (more: Partial<OwnHolder> = {}): OwnHolder => ({ ...neverHeld, holderId: 'ours', epoch: 7, advancedAt: before, ...more });
const said = (epoch: number, id = 'ours'): Holder => ({ id, epoch });
const judge = (row: OwnHolder, holder: Holder | null, counts = true) => judgeHolder(row, holder, { at, counts, newId: 'new' });

describe('who drives an engine', () => {
  test('whoever looks first, where nobody has written yet', () => {
    const { own: row, write } = judge(neverHeld, null);
    assert.deepEqual([row.holderId, row.epoch, row.fencedAt, write], ['new', 1, null, said(1, 'new')]);
    assert.deepEqual(judge(neverHeld, null, false), { own: neverHeld, write: null }, 'a command that looks claims nothing');
  });

  test('the database that the engine names, which counts on when it is time', () => {
    assert.deepEqual(judge(own(), said(7)), { own: own({ epoch: 8, advancedAt: at }), write: said(8) });
    assert.deepEqual(judge(own(), said(7), false), { own: own(), write: null });
  });

  test('one that died before the engine knew how far it had counted, which only writes it there', () => {
    for (const counts of [true, false]) assert.deepEqual(judge(own(), said(6), counts), { own: own(), write: said(7) });
  });

  test('one whose engine came back from a backup of its own', () => {
    assert.deepEqual(judge(own(), said(2)).write, said(7));
  });

  test('one whose record was lost, which writes it again', () => {
    assert.deepEqual(judge(own(), null).write, said(8));
  });

  test('no copy that is behind, and it stays away until it is told otherwise', () => {
    const { own: row, write } = judge(own(), said(8));
    assert.deepEqual([row.fencedAt, row.epoch, write], [at, 7, null]);
    assert.deepEqual(judge(own({ fencedAt: before }), said(9)).own.fencedAt, before, 'since it was first seen');
    assert.deepEqual(judge(own({ fencedAt: before }), null), { own: own({ fencedAt: before }), write: null });
  });

  test('no copy from before it was written who drives it', () => {
    assert.deepEqual(judge(neverHeld, said(1)), { own: { ...neverHeld, fencedAt: at }, write: null });
  });

  test('is told to operators where the engine does not take what it is told', () => {
    const late = new Date(before.getTime() + 59_000);
    assert.equal(isUnwritten(own(), said(6), at), true);
    assert.equal(isUnwritten(own(), said(6), late), false, 'it may be on its way');
    assert.equal(isUnwritten(own({ tookFrom: 'theirs' }), said(6, 'theirs'), at), true);
    for (const holder of [said(7), said(8), said(9, 'theirs')]) assert.equal(isUnwritten(own(), holder, at), false);
  });

  test('not whoever was taken over from, however far it had counted', () => {
    for (const epoch of [3, 7, 90]) assert.deepEqual(judge(own(), said(epoch, 'theirs')).own.fencedAt, at);
  });
});

describe('who takes over', () => {
  const asked = own({ fencedAt: before, takeOverAsked: true });

  test('is another than whoever had the engine, and ahead of both', () => {
    for (const [row, holder, epoch] of [
      [asked, said(9), 19],
      [asked, said(3, 'theirs'), 17],
      [asked, null, 17],
      [own({ takeOverAsked: true }), said(7), 17],
    ] as const) {
      const { own: after, write } = judge(row, holder, false);
      assert.deepEqual([after.fencedAt, after.takeOverAsked, write], [null, false, { id: 'new', epoch }]);
    }
  });

  test('goes on after a crash before the engine knew, or when whoever had it had yet to write something', () => {
    const { own: row } = judge(asked, said(9));
    for (const epoch of [9, 10]) assert.deepEqual(judge(row, said(epoch)), { own: row, write: said(19, 'new') });
    assert.deepEqual(judge(row, said(19, 'new')).own, { ...row, epoch: 20, tookFrom: null, advancedAt: at });
    assert.equal(judge(row, said(19)).own.fencedAt, at, 'whoever had it went on for long: an operator says it again');
  });
});
