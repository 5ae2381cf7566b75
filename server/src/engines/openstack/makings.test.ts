import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as later } from 'node:timers/promises';
import type { Turn } from '../parts/turn.ts';
import type { MachineSpec } from '../engine.ts';
import { plainMachine } from '../testing/plain-machine.ts';
import { createMakings, type Making, type Makings } from './makings.ts';

const { signal } = new AbortController();
/** A call that may not wait, and one that waits as long as it takes. */
const [glance, patient] = [
  { signal, left: () => 0 },
  { signal, left: () => 60_000 },
];

/** Makings that go on until they are let go, each of which a call waits for; so many of them are in the cloud. */
function begin(makings: Makings, count: number) {
  const begun: string[] = [];
  const gate = Promise.withResolvers<void>();
  const asked = Array.from({ length: count }, (_, n) =>
    makings.make(patient, of(`srv_${n}`), ({ inTurn }) =>
      inTurn(async () => {
        begun.push(`srv_${n}`);
        await gate.promise;
      }),
    ),
  );
  return { begun, all: () => Promise.all(asked), letGo: gate.resolve };
}

const spec: Omit<MachineSpec, 'serverId'> = {
  name: 'web-1',
  hostName: 'kvm1',
  machineType: 'vm',
  gpuModel: 'h100',
  withGpus: true,
  gpus: [{ slot: 0, device: null }],
  vcores: 1,
  ramGb: 1,
  storageGb: 1,
  localStorageGb: 1,
  ...plainMachine,
  image: 'guest',
  username: 'root',
  publicKey: 'ssh-ed25519 AAAA',
  record: 'sold',
};
const of = (serverId: string, other?: Partial<MachineSpec>): MachineSpec => ({ ...structuredClone(spec), serverId, ...other });
const names = (...numbers: number[]) => numbers.map((n) => `srv_${n}`);

test('of many machines a few are asked for at a time, and all are made', async () => {
  const makings = createMakings();
  const many = begin(makings, 30);
  await later();
  assert.deepEqual(many.begun, names(0, 1, 2, 3, 4));
  many.letGo();
  assert.deepEqual(new Set(await many.all()), new Set(['over']));
  assert.equal(many.begun.length, 30);
});

test('one that is wanted no more leaves the line at once, is made if it had begun, and is made anew when it is wanted again', async () => {
  const makings = createMakings();
  const many = begin(makings, 8);
  await later();
  assert.equal(await makings.dropOrAwait(glance, 'srv_4'), 'under way');
  assert.equal(await makings.dropOrAwait(patient, 'srv_6'), 'over');
  assert.equal(await makings.dropOrAwait(patient, 'srv_7'), 'over');
  const again: string[] = [];
  const made = makings.make(patient, of('srv_7'), ({ inTurn }) => inTurn(async () => void again.push('srv_7')));
  many.letGo();
  assert.equal(await makings.dropOrAwait(patient, 'srv_4'), 'over');
  assert.equal(await made, 'over');
  await many.all();
  assert.deepEqual(many.begun, names(0, 1, 2, 3, 4, 5));
  assert.deepEqual(again, ['srv_7']);
});

test('one of which nobody asks keeps its place and begins with who asks for it again: its server may be in the hands of another process', async () => {
  const makings = createMakings();
  const many = begin(makings, 6);
  const made: string[] = [];
  const ask = (turn: Turn, serverId: string, hostName = 'kvm1') =>
    makings.make(turn, of(serverId, { hostName }), ({ inTurn }) => inTurn(async () => void made.push(`${serverId} on ${hostName}`)));
  assert.equal(await ask(glance, 'srv_7'), 'under way');
  assert.equal(await ask(glance, 'srv_8'), 'under way');
  assert.equal(await ask(glance, 'srv_9'), 'under way');
  assert.equal(await ask(glance, 'srv_10'), 'under way');
  many.letGo();
  await many.all();
  assert.deepEqual(made, []);
  // Who was told that it starts only looks from then on.
  assert.equal(await makings.isUnderWay(patient, 'srv_10'), false);
  assert.equal(await makings.isWantedUnderWay(patient, of('srv_7')), false);
  assert.deepEqual(made, ['srv_10 on kvm1', 'srv_7 on kvm1']);

  // Something else is wanted meanwhile, which another process may have made.
  assert.equal(await makings.isWantedUnderWay(patient, of('srv_8', { hostName: 'kvm2' })), false);
  assert.equal(await ask(patient, 'srv_8', 'kvm2'), 'over', 'what became of the other is nobody’s error');
  assert.equal(await ask(patient, 'srv_8', 'kvm2'), 'over');
  assert.equal(await makings.dropOrAwait(patient, 'srv_9'), 'over');
  assert.deepEqual(made.slice(2), ['srv_8 on kvm2']);

  const gate = Promise.withResolvers<void>();
  assert.equal(await makings.make(glance, of('srv_1'), ({ inTurn }) => inTurn(() => gate.promise)), 'under way');
  assert.equal(await makings.isUnderWay(glance, 'srv_1'), true);
  gate.resolve();
  assert.equal(await makings.isUnderWay(patient, 'srv_1'), false);
});

test('what comes before its turn holds up no other machine, goes on while nobody asks, and ends when it is wanted no more', async () => {
  const makings = createMakings();
  const copied = ({ unwanted }: Making) =>
    new Promise<void>((_, reject) => unwanted.addEventListener('abort', () => reject(unwanted.reason)));
  for (let n = 0; n < 9; n += 1) assert.equal(await makings.make(glance, of(`srv_copies${n}`), copied), 'under way');
  assert.equal(await makings.make(patient, of('srv_1'), ({ inTurn }) => inTurn(async () => undefined)), 'over');
  assert.equal(await makings.isUnderWay(glance, 'srv_copies0'), true);
  for (let n = 0; n < 9; n += 1) assert.equal(await makings.dropOrAwait(patient, `srv_copies${n}`), 'over');

  // Copied while nobody asked: it does not begin, and the next who asks has it made of what was copied.
  const gate = Promise.withResolvers<void>();
  const made: string[] = [];
  const copy = async ({ inTurn }: Making) => {
    await gate.promise;
    await inTurn(async () => void made.push('srv_2'));
  };
  assert.equal(await makings.make(glance, of('srv_2'), copy), 'under way');
  gate.resolve();
  await later();
  assert.deepEqual(made, []);
  assert.equal(await makings.make(patient, of('srv_2'), copy), 'over');
  assert.deepEqual(made, ['srv_2']);
});

test('what keeps a machine from being made is told to who asks for it, not to who looks, and not to who wants it no more', async () => {
  const makings = createMakings();
  const refused = async (serverId: string) => {
    const gate = Promise.withResolvers<void>();
    assert.equal(await makings.make(glance, of(serverId), () => gate.promise), 'under way');
    gate.reject(new Error('no room'));
  };
  await refused('srv_1');
  assert.equal(await makings.isUnderWay(patient, 'srv_1'), false);
  await assert.rejects(
    makings.make(patient, of('srv_1'), async () => undefined),
    /no room/,
  );

  await refused('srv_2');
  assert.equal(await makings.dropOrAwait(patient, 'srv_2'), 'over');
  assert.equal(await makings.make(patient, of('srv_2'), async () => undefined), 'over');
});
