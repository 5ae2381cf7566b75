import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMakings, type Making, type Makings } from './makings.ts';

const { signal } = new AbortController();
/** A call that may not wait, and one that waits as long as it takes. */
const [glance, patient] = [
  { signal, left: () => 0 },
  { signal, left: () => 60_000 },
];

/** Makings that go on until they are let go, so many of which are in the cloud. */
function begin(makings: Makings, count: number) {
  const begun: string[] = [];
  const gate = Promise.withResolvers<void>();
  const make = (serverId: string) =>
    makings.make(glance, serverId, ({ inTurn }) =>
      inTurn(async () => {
        begun.push(serverId);
        await gate.promise;
      }),
    );
  const asked = Array.from({ length: count }, (_, n) => make(`srv_${n}`));
  return { begun, asked: () => Promise.all(asked), letGo: gate.resolve };
}

test('of many machines a few are asked for at a time, and all are made', async () => {
  const makings = createMakings();
  const many = begin(makings, 30);
  assert.deepEqual(new Set(await many.asked()), new Set(['under way']));
  assert.equal(many.begun.length, 5);
  many.letGo();
  for (let n = 0; n < 30; n += 1) assert.equal(await makings.isUnderWay(patient, `srv_${n}`), false);
  assert.equal(many.begun.length, 30);
});

test('one that is wanted no more leaves the line at once, is made if it had begun, and is made anew when it is wanted again', async () => {
  const makings = createMakings();
  const many = begin(makings, 8);
  await many.asked();
  assert.equal(await makings.dropOrAwait(glance, 'srv_4'), 'under way');
  assert.equal(await makings.dropOrAwait(patient, 'srv_6'), 'over');
  assert.equal(await makings.dropOrAwait(patient, 'srv_7'), 'over');
  const again: string[] = [];
  assert.equal(await makings.make(glance, 'srv_7', ({ inTurn }) => inTurn(async () => void again.push('srv_7'))), 'under way');
  many.letGo();
  assert.equal(await makings.dropOrAwait(patient, 'srv_4'), 'over');
  assert.equal(await makings.isUnderWay(patient, 'srv_5'), false);
  assert.equal(await makings.isUnderWay(patient, 'srv_7'), false);
  assert.deepEqual(
    many.begun,
    [0, 1, 2, 3, 4, 5].map((n) => `srv_${n}`),
  );
  assert.deepEqual(again, ['srv_7']);
});

test('what comes before its turn holds up no other machine, and ends when it is wanted no more', async () => {
  const makings = createMakings();
  const copied = ({ unwanted }: Making) =>
    new Promise<void>((_, reject) => unwanted.addEventListener('abort', () => reject(unwanted.reason)));
  for (let n = 0; n < 9; n += 1) assert.equal(await makings.make(glance, `srv_copies${n}`, copied), 'under way');
  assert.equal(await makings.make(patient, 'srv_1', ({ inTurn }) => inTurn(async () => undefined)), 'over');
  assert.equal(await makings.isUnderWay(glance, 'srv_copies0'), true);
  for (let n = 0; n < 9; n += 1) assert.equal(await makings.dropOrAwait(patient, `srv_copies${n}`), 'over');
});

test('what keeps a machine from being made is told to who asks for it, not to who looks, and not to who wants it no more', async () => {
  const makings = createMakings();
  const refused = async (serverId: string) => {
    const gate = Promise.withResolvers<void>();
    assert.equal(await makings.make(glance, serverId, () => gate.promise), 'under way');
    gate.reject(new Error('no room'));
  };
  await refused('srv_1');
  assert.equal(await makings.isUnderWay(patient, 'srv_1'), false);
  await assert.rejects(
    makings.make(patient, 'srv_1', async () => undefined),
    /no room/,
  );

  await refused('srv_2');
  assert.equal(await makings.dropOrAwait(patient, 'srv_2'), 'over');
  assert.equal(await makings.make(patient, 'srv_2', async () => undefined), 'over');
});
