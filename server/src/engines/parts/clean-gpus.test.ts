import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLog } from '../../kit/log.ts';
import { engineError } from '../conformance-kit.ts';
import { cleanerAt, createGpuCleaning, programCleaner, whyNoCleaner } from './clean-gpus.ts';

const GPU = '0000:17:00.0';
const { signal } = new AbortController();

test('a program cleans when it exits with 0, and is told the host and the GPUs', async () => {
  await programCleaner('/bin/true')({ hostName: 'gpu-1', devices: [GPU] });
  await assert.rejects(programCleaner('/bin/false')({ hostName: 'gpu-1', devices: [GPU] }), /\/bin\/false/);
  await assert.rejects(programCleaner('/bin/ls')({ hostName: '/no/host', devices: ['/no/gpu'] }), /no\/host[^]*no\/gpu/);
  await assert.rejects(programCleaner('/no/such/program')({ hostName: 'gpu-1', devices: [GPU] }), /ENOENT/);
});

test('a program that cleans gets what is set for this process, and none of its secrets', async () => {
  const set = { BOREAL_BACKUP_KEY: 'k', DATABASE_URL: 'postgres://u:p@h/d', STRIPE_SECRET_KEY: 'sk', SSH_AUTH_SOCK: '/run/agent' };
  const before = { ...process.env };
  try {
    Object.assign(process.env, set);
    const said = await programCleaner('/bin/sh')({ hostName: '-c', devices: ['env >&2; exit 1'] }).catch(String);
    assert.match(String(said), /^SSH_AUTH_SOCK=\/run\/agent$/m);
    assert.match(String(said), /^PATH=/m);
    assert.doesNotMatch(String(said), /BOREAL_BACKUP_KEY|DATABASE_URL|STRIPE_SECRET_KEY/);
  } finally {
    for (const name of Object.keys(set)) delete process.env[name];
    Object.assign(process.env, before);
  }
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

for (const where of ['/no/such/program', import.meta.filename, 'unix:///no/such.sock'])
  test(`where nobody can be asked (${where.slice(0, 20)}), no GPU is to blame, and the operator is told what to do`, async () => {
    const clean = createGpuCleaning(cleanerAt(where), createLog('silent'));
    const machine = { serverId: 'srv_a', gpus: [{ slot: 0, device: GPU }] };
    await assert.rejects(clean({ signal, left: () => 5000 }, machine, 'gpu-1'), engineError('timeout'));
    assert.match((await whyNoCleaner(where)) ?? '', /^Nothing can clean GPUs.*INCUS_GPU_CLEANER names/);
  });

test('a program that could not reach its host says nothing about GPUs, and one that ran and failed does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-cleaner-'));
  const exits = (code: number) => {
    const program = join(folder, String(code));
    writeFileSync(program, `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 });
    return programCleaner(program)({ hostName: 'gpu-1', devices: [GPU] });
  };
  for (const code of [126, 127, 255]) await assert.rejects(exits(code), { name: 'NoCleaner' });
  await assert.rejects(exits(1), { name: 'Error' });
  rmSync(folder, { recursive: true });
});

test('who can be asked is missed by nobody', async () => {
  assert.equal(await whyNoCleaner('/bin/true'), null);
});

test('a place without a GPU needs no cleaning', async () => {
  const clean = createGpuCleaning(() => Promise.reject(new Error('there is none')), createLog('silent'));
  await clean({ signal, left: () => 0 }, { serverId: 'srv_a', gpus: [{ slot: 0, device: null }] }, 'gpu-1');
});
