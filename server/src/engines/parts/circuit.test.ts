import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SECOND_MS } from '../../kit/clock.ts';
import { handClock } from '../../kit/hand-clock.ts';
import { createCircuit, type Silence } from './circuit.ts';

class Silent extends Error {}
const silence: Silence = {
  isSilence: (error) => error instanceof Silent,
  silent: (last) => new Silent('it is asked again later', { cause: last }),
};

test('after five calls without an answer nobody is asked for a while, then one tries, and an answer opens the way to all', async () => {
  const clock = handClock(new Date('2026-03-01T12:00:00Z'));
  const circuit = createCircuit({ wall: () => clock.now() }, silence);
  let asked = 0;
  const silent = () => {
    asked += 1;
    return Promise.reject(new Silent('nobody'));
  };
  for (let turn = 0; turn < 5; turn += 1) await assert.rejects(circuit.run(silent), /^Error: nobody$/);
  await assert.rejects(circuit.run(silent), /asked again/);
  assert.equal(asked, 5);

  clock.advance(6 * SECOND_MS);
  await assert.rejects(circuit.run(silent), /nobody/);
  await assert.rejects(circuit.run(silent), /asked again/);
  assert.equal(asked, 6);

  clock.advance(6 * SECOND_MS);
  assert.equal(await circuit.run(async () => 'there'), 'there');
  assert.equal(await circuit.run(async () => 'there again'), 'there again');
});

test('a refusal is an answer, and an abort says nothing', async () => {
  const circuit = createCircuit({ wall: () => new Date('2026-03-01T12:00:00Z') }, silence);
  for (const error of [new Error('not found'), new DOMException('aborted', 'AbortError')]) {
    for (let turn = 0; turn < 10; turn += 1) await assert.rejects(circuit.run(() => Promise.reject(error)));
  }
  assert.equal(await circuit.run(async () => 'there'), 'there');
});
