import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knownGpus, modelOfGpu, sliceModel, sliceProfile } from './gpu-hardware.ts';

const of = (pciId: string, driverName: string | null = null) => modelOfGpu({ pciId, driverName });

test('cards that are worth different money are different models, though their names are alike', () => {
  for (const [pciId, model] of [
    ['10de:2330', 'h100-sxm'],
    ['10de:2331', 'h100-pcie'],
    ['10de:2321', 'h100-nvl'],
    ['10de:2335', 'h200-sxm'],
    ['10de:233b', 'h200-nvl'],
    ['10de:2901', 'b200-sxm'],
    ['10de:29bc', 'b100-sxm'],
    ['10de:2941', 'gb200'],
    ['10de:3182', 'b300-sxm'],
    ['10de:20b2', 'a100-80gb'],
    ['10de:20b5', 'a100-pcie-80gb'],
    ['10de:20b0', 'a100-sxm-40gb'],
    ['10de:20f1', 'a100-pcie-40gb'],
    ['10de:27b8', 'l4'],
    ['10de:26b5', 'l40'],
    ['10de:26b9', 'l40s'],
    ['10de:2684', 'rtx-4090'],
    ['10de:2b85', 'rtx-5090'],
    ['10de:26b1', 'rtx-6000-ada'],
    ['10de:2bb5', 'rtx-pro-6000'],
    ['1002:74a1', 'mi300x'],
  ] as const)
    assert.equal(of(pciId), model, pciId);
});

test('a card of the same vendor that nobody has written down is unknown, whatever it calls itself', () => {
  assert.equal(of('10de:2336', 'NVIDIA H100 80GB HBM3'), null);
  assert.equal(of('10de:2685', 'NVIDIA GeForce RTX 4090 D'), null);
  assert.equal(of('1002:2330', 'NVIDIA H100 80GB HBM3'), null);
});

test('cards that share an id are told apart by what their driver calls them in full, and without a driver not at all', () => {
  assert.equal(of('10de:25b6', 'NVIDIA A16'), 'a16');
  assert.equal(of('10de:25b6', 'NVIDIA A2'), 'a2');
  assert.equal(of('10de:25b6', 'NVIDIA A2 engineering sample'), null);
  assert.equal(of('10de:25b6'), null);
  assert.equal(of('10de:20b0', 'NVIDIA A100-PG509-200'), 'a100-pg509');
});

test("an operator's own models come before the built-in ones, and add to them", () => {
  const declared = [
    { pciId: '10de:2685', model: 'rtx-4090-d' },
    { pciId: '10de:2330', model: 'my-h100' },
  ];
  const own = (pciId: string) => modelOfGpu({ pciId, driverName: null }, declared);
  assert.deepEqual([own('10de:2685'), own('10de:2330'), own('10de:27b8')], ['rtx-4090-d', 'my-h100', 'l4']);
});

test('no id stands for two models that nothing tells apart, and all are written as they are compared', () => {
  const keys = knownGpus.map(({ pciId, driverName }) => `${pciId} ${driverName ?? ''}`);
  assert.equal(new Set(keys).size, keys.length);
  for (const { pciId, model } of knownGpus) {
    assert.match(pciId, /^(10de|1002):[0-9a-f]{4}$/);
    assert.match(model, /^[a-z0-9]+(-[a-z0-9]+)*$/);
    assert.equal(sliceProfile(model), null);
  }
});

test('a slice is a model of its own, by which its size can be read', () => {
  for (const [profile, slug] of [
    ['1g.10gb', 'h100-sxm-mig-1g-10gb'],
    ['7g.80gb', 'h100-sxm-mig-7g-80gb'],
    ['1g.10gb+me', 'h100-sxm-mig-1g-10gb-me'],
  ] as const) {
    assert.equal(sliceModel('h100-sxm', profile), slug);
    assert.equal(sliceProfile(slug), profile);
  }
});
