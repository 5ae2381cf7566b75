import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ClocksApart } from '../kit/clock-watch.ts';
import { HOUR_MS } from '../kit/clock.ts';
import { endpoints } from './testing-endpoints.ts';
import { openTestDoor } from './testing.ts';

const clock = { isWrong: true };
const door = await openTestDoor({
  endpoints,
  requireClock: async () => {
    if (clock.isWrong) throw new ClocksApart({ oursMs: HOUR_MS, theirsMs: 0, held: 'requests' });
  },
});
after(() => door.close());
const statuses = async () => {
  const asked = [{ url: '/healthz' }, { url: '/readyz' }, { url: '/api/v1/stock' }, { url: '/nowhere' }];
  return Promise.all(asked.map(async ({ url }) => (await door.send({ url })).status));
};

test('a process whose clock is wrong is alive, not ready, and does nothing for anybody; with the right one it goes on', async () => {
  assert.deepEqual(await statuses(), [200, 503, 503, 503]);
  const { json } = await door.send({ url: '/readyz' });
  assert.deepEqual(json, { status: 'the clock of this process is not the database’s' });
  const refused = await door.send({ url: '/api/v1/stock' });
  assert.equal(refused.headers['retry-after'], '5');
  assert.match(refused.text, /SERVICE_UNAVAILABLE/);
  clock.isWrong = false;
  assert.deepEqual(await statuses(), [200, 200, 200, 404]);
});
