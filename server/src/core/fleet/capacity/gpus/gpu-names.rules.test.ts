import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrongGpuNames } from './gpu-names.rules.ts';

const SLICE = '0000:17:00.0/MIG-11111111-2222-3333-4444-555555555555';
const CARD = '0000:17:00.0';
const KIND = '10de:2330';
const containers = { machineType: 'container', gpuModel: 'h100-sxm' } as const;
const machines = { machineType: 'vm', gpuModel: 'h100-sxm' } as const;
const slices = { machineType: 'container', gpuModel: 'h100-sxm-mig-1g-10gb' } as const;

test('cards are sold in any pool of whole cards, and where none has a name', () => {
  for (const pool of [containers, machines]) {
    for (const devices of [[CARD, '0000:65:00.0'], [null, null], [KIND], []]) assert.equal(wrongGpuNames(pool, devices), null);
  }
  assert.equal(wrongGpuNames(containers, [KIND, KIND]), null);
});

test('a virtual machine gets no slice, and no card that is not named itself', () => {
  assert.match(wrongGpuNames(machines, [SLICE])?.en ?? '', /containers only/);
  assert.match(wrongGpuNames({ ...slices, machineType: 'vm' }, [SLICE])?.en ?? '', /containers only/);
  assert.match(wrongGpuNames(machines, [KIND, KIND])?.en ?? '', /PCI address/);
  assert.match(wrongGpuNames(machines, [KIND, CARD])?.en ?? '', /PCI address/);
});

test('a slice is not sold as the whole card, nor the card as a slice', () => {
  assert.match(wrongGpuNames(containers, [CARD, SLICE])?.en ?? '', /h100-sxm-mig-1g-10gb/);
  assert.equal(wrongGpuNames(slices, [SLICE, SLICE.replace('1111', '2222')]), null);
  for (const devices of [[CARD], [SLICE, CARD], [KIND], [SLICE, KIND]]) {
    assert.match(wrongGpuNames(slices, devices)?.en ?? '', /1g\.10gb/);
  }
});
