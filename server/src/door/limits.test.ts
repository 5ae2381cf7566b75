import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { createLog } from '../kit/log.ts';
import { createLimits } from './limits.ts';

const log = createLog('silent');
const at = (time: string) => ({ now: () => new Date(0), wall: () => new Date(time), scale: 1 });

test('the window is the clock minute: it resets on the minute, not a minute after the first request', async () => {
  let time = '2026-03-01T12:00:59.500Z';
  const limits = createLimits({ clock: { now: () => new Date(0), wall: () => new Date(time), scale: 1 }, log });
  const ask = { operation: 'GET /x', limit: 1, ip: '203.0.113.1' };
  assert.deepEqual(await limits.take(ask), { allowed: true, limit: 1, remaining: 0, resetSeconds: 1 });
  assert.deepEqual(await limits.take(ask), { allowed: false, limit: 1, remaining: 0, resetSeconds: 1 });
  time = '2026-03-01T12:01:00.000Z';
  assert.deepEqual(await limits.take(ask), { allowed: true, limit: 1, remaining: 0, resetSeconds: 60 });
});

test('a Valkey that is not there, or does not answer, is replaced by memory', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  const address = silent.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  for (const valkeyUrl of ['redis://127.0.0.1:1', `redis://127.0.0.1:${port}`]) {
    const limits = createLimits({ clock: at('2026-03-01T12:00:00Z'), log, valkeyUrl });
    const take = () => limits.take({ operation: 'GET /x', limit: 2, ip: '203.0.113.1' });
    const standings = [await take(), await take(), await take()];
    assert.deepEqual(
      standings.map(({ allowed, remaining }) => [allowed, remaining]),
      [
        [true, 1],
        [true, 0],
        [false, 0],
      ],
    );
    await limits.close();
  }
  silent.close();
});
