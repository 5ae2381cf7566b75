import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

const SCRIPT = join(import.meta.dirname, 'clean-gpu.sh');

/** Stands for NVIDIA's program, as it answers for an H100 and an H200: says what it is told to, and keeps what it was asked. */
const NVIDIA_SMI = `#!/bin/sh
echo "$*" >>"$0.asked"
case $1 in
--query-compute-apps=*) printf '%s' "$PROCESSES" ;;
--gpu-reset) exit "$RESET" ;;
--query-gpu=pci.bus_id) printf "$SEEN" ;;
--query-gpu=*) printf "$USED" ;;
esac
`;

describe('the program that cleans NVIDIA GPUs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-nvidia-'));
  writeFileSync(join(folder, 'nvidia-smi'), NVIDIA_SMI, { mode: 0o755 });
  after(() => rmSync(folder, { recursive: true }));

  const gpus = ['0000:17:00.0', '0000:65:00.0'];
  const clean = { SEEN: '00000000:17:00.0\\n00000000:65:00.0\\n', PROCESSES: '', RESET: '0', USED: '3\\n620\\n' };
  function run(state: Partial<typeof clean>, devices: readonly string[] = gpus) {
    writeFileSync(join(folder, 'nvidia-smi.asked'), '');
    const env = { ...clean, ...state, PATH: `${folder}:${process.env['PATH']}`, TRIES: '2' };
    const done = spawnSync(SCRIPT, ['gpu-1', ...devices], { env, encoding: 'utf8' });
    return { code: done.status, said: done.stderr, asked: readFileSync(join(folder, 'nvidia-smi.asked'), 'utf8') };
  }

  test('resets all of them together once nobody uses them, and looks at their memory', () => {
    const { code, asked } = run({});
    assert.equal(code, 0);
    assert.deepEqual(asked.trim().split('\n'), [
      '--query-gpu=pci.bus_id --format=csv,noheader -i 0000:17:00.0,0000:65:00.0',
      '--query-compute-apps=pid --format=csv,noheader -i 0000:17:00.0,0000:65:00.0',
      '--gpu-reset -i 0000:17:00.0,0000:65:00.0',
      '--query-gpu=memory.used --format=csv,noheader,nounits -i 0000:17:00.0,0000:65:00.0',
    ]);
  });

  test('fails while a process is left, and resets nothing under it', () => {
    const { code, said, asked } = run({ PROCESSES: '4711\n' });
    assert.equal(code, 1);
    assert.match(said, /Processes are still on .*4711/);
    assert.doesNotMatch(asked, /reset/);
  });

  // With one that is there, the program answers 0 and is silent about the other.
  test('fails when a GPU is not there, and resets nothing', () => {
    const { code, said, asked } = run({ SEEN: '00000000:17:00.0\\n' });
    assert.equal(code, 1);
    assert.match(said, /does not see all of 0000:17:00\.0,0000:65:00\.0, but 00000000:17:00\.0/);
    assert.doesNotMatch(asked, /reset/);
  });

  for (const { what, state, devices, why } of [
    { what: 'a reset that fails', state: { RESET: '3' }, devices: gpus, why: /could not be reset/ },
    { what: 'memory that is still used', state: { USED: '3\\n40960\\n' }, devices: gpus, why: /40960 MiB are still used/ },
    { what: 'a GPU that is not told of', state: { USED: '3\\n' }, devices: gpus, why: /tells of other GPUs/ },
    { what: 'an answer that is no number', state: { USED: '3\\n[N/A]\\n' }, devices: gpus, why: /tells of other GPUs/ },
    { what: 'a slice', state: {}, devices: ['0000:17:00.0/MIG-1a'], why: /is a slice/ },
    { what: 'all GPUs of a model', state: {}, devices: ['10de:2330'], why: /no PCI address/ },
  ] as const)
    test(`fails on ${what}`, () => {
      const { code, said } = run(state, devices);
      assert.equal(code, 1);
      assert.match(said, why);
    });
});
