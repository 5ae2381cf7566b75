import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrongGpus } from './seen-gpus.rules.ts';

const SLICE = 'MIG-11111111-2222-3333-4444-555555555555';
const OTHER = 'MIG-66666666-7777-8888-9999-000000000000';

test('every GPU that was sold is seen, and none other', () => {
  const two = ['0000:17:00.0', '0000:65:00.0'];
  assert.equal(wrongGpus(two, '00000000:17:00.0\n00000000:65:00.0\n'), null);
  assert.equal(wrongGpus(two, '0000:65:00.0\n0000:17:00.0'), null);
  assert.equal(wrongGpus(['0000:AF:00.0'], '00000000:af:00.0\n'), null);
  assert.equal(wrongGpus(two, '00000000:17:00.0\n'), 'not seen: 0000:65:00.0');
  assert.equal(wrongGpus(['0000:17:00.0'], '00000000:17:00.0\n00000000:65:00.0\n'), 'seen though not sold: 0000:65:00.0');
  assert.equal(wrongGpus(['0000:17:00.0'], ''), 'not seen: 0000:17:00.0');
  assert.match(wrongGpus(['0000:17:00.0'], 'Unable to determine the device handle for GPU 0000:17:00.1') ?? '', /not seen/);
});

test('a slice is seen with the GPU that it is of, and no other slice', () => {
  const sold = [`0000:17:00.0/${SLICE}`];
  assert.equal(wrongGpus(sold, `00000000:17:00.0\n${SLICE}\n`), null);
  assert.equal(wrongGpus(sold, '00000000:17:00.0\n'), `not seen: ${SLICE.toLowerCase()}`);
  assert.match(wrongGpus(sold, `00000000:17:00.0\n${SLICE}\n${OTHER}`) ?? '', /though not sold: mig-6/);
  assert.match(wrongGpus(['0000:17:00.0'], `00000000:17:00.0\n${SLICE}\n`) ?? '', /though not sold: mig-1/);
});

test('of all GPUs of a model, some must be seen', () => {
  assert.equal(wrongGpus(['10de:2330', '10de:2330'], '00000000:17:00.0\n00000000:65:00.0\n'), null);
  assert.equal(wrongGpus(['10de:2330'], 'No devices were found'), 'none is seen');
});
