import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../kit/log.ts';
import { engineError } from '../conformance-kit.ts';
import { createGpuCleaning, programCleaner } from './clean-gpus.ts';

const GPU = '0000:17:00.0';
const { signal } = new AbortController();

test('a program cleans when it exits with 0, and is told the host and the GPUs', async () => {
  await programCleaner('/bin/true')({ hostName: 'gpu-1', devices: [GPU] });
  await assert.rejects(programCleaner('/bin/false')({ hostName: 'gpu-1', devices: [GPU] }), /\/bin\/false/);
  await assert.rejects(programCleaner('/bin/ls')({ hostName: '/no/host', devices: ['/no/gpu'] }), /no\/host[^]*no\/gpu/);
  await assert.rejects(programCleaner('/no/such/program')({ hostName: 'gpu-1', devices: [GPU] }), /ENOENT/);
});

test('what takes longer than a call goes on, is begun once, and is begun again when it failed', async () => {
  const turn = { signal, left: () => 10 };
  let { promise, resolve, reject } = Promise.withResolvers<void>();
  let times = 0;
  const clean = createGpuCleaning(() => ((times += 1), promise), createLog('silent'));
  const machine = { serverId: 'srv_a', gpus: [{ slot: 0, device: GPU }] };
  for (let calls = 0; calls < 3; calls += 1) await assert.rejects(clean(turn, machine, 'gpu-1'), engineError('timeout'));
  assert.equal(times, 1);
  reject(new Error('a process is left'));
  await assert.rejects(clean(turn, machine, 'gpu-1'), engineError('gpu'));
  ({ promise, resolve, reject } = Promise.withResolvers<void>());
  resolve();
  await clean(turn, machine, 'gpu-1');
  assert.equal(times, 2);
});

test('a place without a GPU needs no cleaning', async () => {
  const clean = createGpuCleaning(() => Promise.reject(new Error('there is none')), createLog('silent'));
  await clean({ signal, left: () => 0 }, { serverId: 'srv_a', gpus: [{ slot: 0, device: null }] }, 'gpu-1');
});
