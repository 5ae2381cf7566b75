import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConformanceKit } from './conformance-kit.ts';
import type { Holder } from './holder-record.ts';

/** The promises of an engine that records which database drives it: this fences a copy of the database. */
export function holderConformance(start: () => ConformanceKit): void {
  const { signal } = new AbortController();

  test('who drives the engine is written by whoever knows what was there, and read by every process', async (t) => {
    const { engine, again } = start();
    const { holder } = engine;
    if (!holder) return t.skip('this engine keeps no such record');
    const other = again().holder ?? assert.fail();
    assert.equal(await other.read(signal), null);
    const one = { id: 'one', epoch: 1 };
    assert.equal(await holder.replace({ before: { id: 'one', epoch: 0 }, after: one }, signal), false);
    assert.equal(await holder.read(signal), null);
    assert.equal(await holder.replace({ before: null, after: one }, signal), true);
    assert.deepEqual(await other.read(signal), one);
    for (const before of [null, { id: 'one', epoch: 2 }, { id: 'two', epoch: 1 }]) {
      assert.equal(await other.replace({ before, after: { id: 'two', epoch: 3 } }, signal), false);
    }
    assert.deepEqual(await holder.read(signal), one);
    assert.equal(await other.replace({ before: one, after: { id: 'two', epoch: 2 } }, signal), true);
    assert.deepEqual(await holder.read(signal), { id: 'two', epoch: 2 });
  });

  test('of two who write at once, what is there is that of one who was told so', async (t) => {
    const { engine, again } = start();
    const { holder } = engine;
    if (!holder) return t.skip('this engine keeps no such record');
    const other = again().holder ?? assert.fail();
    for (let turn = 1; turn <= 5; turn += 1) {
      const before: Holder | null = await holder.read(signal);
      const epoch: number = (before?.epoch ?? 0) + 1;
      const written: boolean[] = await Promise.all([
        holder.replace({ before, after: { id: 'left', epoch } }, signal),
        other.replace({ before, after: { id: 'right', epoch } }, signal),
      ]);
      const told = ['left', 'right'].filter((_, at) => written[at]);
      const there: Holder | null = await holder.read(signal);
      assert.equal(there?.epoch, epoch);
      assert.ok(told.includes(there.id), `${there.id} is there, and ${told.join(', ')} were told so`);
    }
  });

  test('a record of who drives the engine is no leftover', async (t) => {
    const { engine } = start();
    if (!engine.holder) return t.skip('this engine keeps no such record');
    assert.notEqual(await engine.holder.read(signal), null);
    assert.deepEqual(
      (await engine.leftovers(signal)).filter(({ name }) => name.includes('boreal')),
      [],
    );
  });
}
