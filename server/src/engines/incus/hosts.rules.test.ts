import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { gpusOf } from './rules/hosts.rules.ts';
import { Resources } from './client/incus-shapes.ts';

/** A host's hardware as Incus lists it; of the rest of what it lists, nothing is read here. */
async function gpusAt(name: 'hgx-h100' | 'h100' | 'h200-without-tools' | 'mixed') {
  const text = await readFile(new URL(`testing/resources/${name}.json`, import.meta.url), 'utf8');
  return gpusOf(Resources.parse(JSON.parse(text)).gpu.cards ?? []);
}

test('the cards of a host are found in the order of their addresses, and the chip of its own screen is none', async () => {
  const gpus = await gpusAt('hgx-h100');
  assert.equal(gpus.length, 8);
  assert.deepEqual(
    gpus.map(({ device }) => device),
    gpus.map(({ device }) => device).toSorted(),
  );
  for (const { model, name, hardware } of gpus) {
    assert.deepEqual([model, name, hardware?.pciId], ['h100-sxm', 'NVIDIA H100 80GB HBM3', '10de:2330']);
  }
});

// Recorded on a virtual machine with one H100, whose kernel draws no screens and so has no card of that name.
test('a card that the kernel does not draw with is found all the same', async () => {
  assert.deepEqual(
    (await gpusAt('h100')).map(({ device, model, name }) => [device, model, name]),
    [['0000:00:06.0', 'h100-sxm', 'NVIDIA H100 80GB HBM3']],
  );
});

// Recorded on virtual machines with one GPU, with and without NVIDIA's container tools.
test('that containers cannot be given the driver is seen by its version, which Incus knows from their tools; the model it knows without', async () => {
  const seen = async (name: 'h100' | 'h200-without-tools') => (await gpusAt(name)).map((gpu) => [gpu.model, gpu.name, gpu.forContainers]);
  assert.deepEqual(await seen('h100'), [['h100-sxm', 'NVIDIA H100 80GB HBM3', true]]);
  assert.deepEqual(await seen('h200-without-tools'), [['h200-sxm', 'NVIDIA H200', false]]);
});

test('cards are recognised by what they are on the bus, with and without their driver, and not by a part of a name', async () => {
  assert.deepEqual(
    (await gpusAt('mixed')).map(({ device, model, name }) => [device, model, name]),
    [
      ['0000:17:00.0', 'h100-nvl', 'NVIDIA H100 NVL'],
      ['0000:18:00.0', 'h100-pcie', 'NVIDIA Corporation GH100 [H100 PCIe]'],
      ['0000:19:00.0', 'gb200', 'NVIDIA GB200'],
      ['0000:1a:00.0', 'b100-sxm', 'NVIDIA Corporation GB102 [B100]'],
      ['0000:65:00.0', 'a16', 'NVIDIA A16'],
      ['0000:66:00.0', null, 'NVIDIA Corporation GA107GL [A2 / A16]'],
      ['0000:c1:00.0', 'mi300x', 'Advanced Micro Devices, Inc. [AMD/ATI] Aqua Vanjaram [Instinct MI300X]'],
    ],
  );
});

test('a card that Incus finds on no bus is nobody’s to rent', () => {
  assert.deepEqual(gpusOf(Resources.parse({ gpu: { cards: [{ vendor_id: '10de', product_id: '2330' }] } }).gpu.cards ?? []), []);
});
