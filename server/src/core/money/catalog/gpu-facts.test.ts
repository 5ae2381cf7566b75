import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultModels } from './default-catalog.ts';
import { factsOf } from './gpu-facts.rules.ts';

test('every model of a new installation has its facts', () => {
  for (const model of defaultModels) assert.ok(factsOf(model), model.name);
});

test('a model is known by name and memory, however it is written', () => {
  assert.equal(factsOf({ slug: 'own', name: 'NVIDIA h100 80GB SXM5', memoryGb: 80 })?.bandwidth, 3350);
  assert.equal(factsOf({ slug: 'own', name: 'H100 PCIe', memoryGb: 80 })?.link?.kind, 'PCIe');
  assert.equal(factsOf({ slug: 'own', name: 'L40S', memoryGb: 48 })?.tflops8, 733);
  assert.equal(factsOf({ slug: 'own', name: 'L40', memoryGb: 48 })?.tflops8, 362);
});

test('the A100 of the first catalog is the SXM board, as on the bus', () => {
  assert.equal(factsOf({ slug: 'a100-80gb', name: 'A100 80GB', memoryGb: 80 })?.link?.kind, 'NVLink');
});

test('nothing is promised that the name does not say', () => {
  // SXM or PCIe: the slower memory of the two, and no statement about the link.
  assert.deepEqual(
    [factsOf({ slug: 'own', name: 'A100 80GB', memoryGb: 80 })?.bandwidth, factsOf({ slug: 'own', name: 'A100 80GB', memoryGb: 80 })?.link],
    [1935, null],
  );
  for (const name of ['H100', 'H100 MIG 1g.10gb', 'H100 SXM MIG', 'L400', 'A1000', 'Riva 128'])
    assert.equal(factsOf({ slug: 'own', name, memoryGb: 80 }), null, name);
  assert.equal(factsOf({ slug: 'own', name: 'L4', memoryGb: 12 }), null, 'half a GPU is not a whole one');
});
