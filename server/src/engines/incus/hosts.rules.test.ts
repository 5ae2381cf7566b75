import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gpusOf } from './hosts.rules.ts';
import { GpuCard } from './incus-shapes.ts';

const card = (pci_address: string, product: string, more: object = {}) =>
  GpuCard.parse({ pci_address, vendor_id: '10de', vendor: 'NVIDIA Corporation', product, ...more });

test('cards are found by what they call themselves, in the order of their addresses', () => {
  const found = gpusOf([
    card('0000:65:00.0', 'GH100 [H100 SXM5 80GB]'),
    card('0000:17:00.0', 'AD104GL [L4]'),
    card('0000:18:00.0', 'AD102GL [L40S]'),
    card('0000:19:00.0', 'GA100 [A100 SXM4 80GB]', { nvidia: { model: 'NVIDIA A100-SXM4-80GB', uuid: 'GPU-1' } }),
    card('0000:1a:00.0', 'GH100 [H100 PCIe]'),
    card('0000:1b:00.0', 'GH100 [H200 SXM 141GB]'),
  ]);
  assert.deepEqual(
    found.map(({ device, model }) => [device, model]),
    [
      ['0000:17:00.0', 'l4'],
      ['0000:18:00.0', 'l40s'],
      ['0000:19:00.0', 'a100-80gb'],
      ['0000:1a:00.0', null],
      ['0000:1b:00.0', 'h200-sxm'],
      ['0000:65:00.0', 'h100-sxm'],
    ],
  );
  assert.equal(found[2]?.name, 'NVIDIA A100-SXM4-80GB');
});

test("the chip of the server's own screen is no card", () => {
  assert.deepEqual(gpusOf([card('0000:03:00.0', 'ASPEED Graphics Family', { vendor_id: '1a03' })]), []);
});
