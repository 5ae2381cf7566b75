import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FRENCH, type Walk } from './walk.ts';
import { inFrench, invalid, refusal, succeeded } from './walk-requests.ts';

/** Idempotency-Key: what is sent again is not done again. */
export function repeatsWithoutHarm({ world, operation, row, ask }: Walk): void {
  if (operation.method !== 'POST') return;
  test('an Idempotency-Key makes the repetition harmless, and is for one request only', async () => {
    const call = await row.good(world);
    const headers = { 'idempotency-key': `walk ${operation.id}` };
    const first = await ask(call, { headers });
    const second = await ask(call, { headers });
    succeeded(first, 'the first');
    assert.deepEqual([second.status, second.json, second.headers['idempotency-replayed']], [first.status, first.json, 'true']);
    assert.equal(first.headers['idempotency-replayed'], undefined);
    const other = row.other?.(call, world) ?? { ...call, body: { ...call.body, name: 'other' } };
    const conflict = await ask(other, { headers });
    refusal(conflict, 409, 'IDEMPOTENCY_CONFLICT');
    inFrench(await ask(other, { headers: { ...headers, ...FRENCH } }), conflict);
    for (const key of ['', 'é', 'x'.repeat(256)]) invalid(await ask(call, { headers: { 'idempotency-key': key } }), 'Idempotency-Key', key);
    const fresh = await row.good(world);
    succeeded(await ask(fresh, { headers: { 'idempotency-key': 'x'.repeat(255) } }), 'a key of 255 characters');
  });
}
