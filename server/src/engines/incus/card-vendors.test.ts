import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { MINUTE_MS } from '../../kit/clock.ts';
import { handClock } from '../../kit/hand-clock.ts';
import { createCardVendors } from './card-vendors.ts';
import { createIncusClient, type IncusClient } from './client/incus-client.ts';

const { signal } = new AbortController();
const clock = handClock(new Date('2026-03-01T12:00:00Z'));
const asked: string[] = [];
const read: IncusClient['read'] = async (path, shape) => {
  asked.push(path);
  const text = await readFile(new URL('testing/resources/mixed.json', import.meta.url), 'utf8');
  return { value: shape.parse(JSON.parse(text)), etag: null };
};
const client: IncusClient = { ...createIncusClient({ socketPath: '/none' }, { clock, project: 'default' }), read };
const hasNvidia = createCardVendors(client, clock, async () => true);

const cards: readonly { what: string; devices: readonly (string | null)[]; is: boolean }[] = [
  { what: 'a card of NVIDIA’s', devices: ['0000:17:00.0'], is: true },
  { what: 'one among others', devices: ['0000:C1:00.0', '0000:65:00.0'], is: true },
  { what: 'a card of AMD’s', devices: ['0000:c1:00.0'], is: false },
  { what: 'a slice', devices: ['0000:17:00.0/MIG-11111111-2222-3333-4444-555555555555'], is: true },
  { what: 'every card of a kind of NVIDIA’s', devices: ['10DE:2330', '10de:2330'], is: true },
  { what: 'every card of a kind of AMD’s', devices: ['1002:74a1'], is: false },
  { what: 'a card that is not there', devices: ['0000:ff:1f.7'], is: false },
  { what: 'places without a card', devices: [null, null], is: false },
];
for (const { what, devices, is } of cards) {
  test(`${what}: ${is ? 'NVIDIA’s driver is brought into the container' : 'no driver of NVIDIA’s is looked for'}`, async () => {
    const gpus = devices.map((device, slot) => ({ slot, device }));
    assert.equal(await hasNvidia({ gpus, gpuModel: 'l4' }, 'm1', signal), is);
  });
}

test('the hardware of a host is listed once a minute at most, and of a group by its model', async () => {
  const gpus = [{ slot: 0, device: '0000:17:00.0' }];
  asked.length = 0;
  clock.advance(2 * MINUTE_MS);
  for (let time = 0; time < 3; time += 1) await hasNvidia({ gpus, gpuModel: 'l4' }, 'm 1', signal);
  assert.deepEqual(asked, ['/1.0/resources?target=m%201']);
  assert.equal(await hasNvidia({ gpus, gpuModel: 'mi300x' }, '@amd', signal), false);
  assert.equal(await hasNvidia({ gpus, gpuModel: 'h100-sxm' }, '@nvidia', signal), true);
  assert.equal(asked.length, 1);
});
