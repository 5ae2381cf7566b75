import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, open, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { bareEnvironment, NODE } from './boreal-process.ts';

/** Where the small disk is, in the process that has one. */
const PLACE = 'BOREAL_TEST_SMALL_DISK';
const MOUNTED = 'small disk: mounted';
const ENDED_WITHIN_MS = 300_000;
const CHUNK = Buffer.alloc(64 * 1024);

/** The small disk that this process was started with; null when it was not. */
export function ownSmallDisk(): string | null {
  return process.env[PLACE] ?? null;
}

/**
 * Runs a test file once more where it has a small disk in memory. The disk is mounted in a namespace of its own, which nobody else
 * sees and which ends with the process. Skips the test, with the reason, where no such disk can be mounted.
 */
export async function onSmallDisk(t: TestContext, file: string, sizeMb: number): Promise<void> {
  if (process.platform !== 'linux') return t.skip('only Linux can mount a small disk for a test');
  const folder = await mkdtemp(join(tmpdir(), 'boreal-disk-'));
  const { code, stdout, stderr } = await runInside(folder, file, sizeMb);
  await rmdir(folder);
  if (!stdout.includes(MOUNTED)) {
    const reason = `no small disk can be mounted here: ${stderr.trim()}`;
    // Nobody reads what was skipped: where CI is root, it must be possible.
    assert.ok(process.env['CI'] === undefined || !isRoot(), reason);
    return t.skip(reason);
  }
  assert.equal(code, 0, `${stdout}\n${stderr}`);
}

const isRoot = () => process.getuid?.() === 0;

/** Root mounts the disk as it is. Who is not does it as root of a user namespace, and is themselves again in another one inside. */
function runInside(folder: string, file: string, sizeMb: number): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const own = [`--map-user=${process.getuid?.()}`, `--map-group=${process.getgid?.()}`];
  const [namespaces, again] = isRoot()
    ? [['--mount'], []]
    : [
        ['--user', '--map-root-user', '--mount'],
        ['unshare', '--user', ...own],
      ];
  const script = `mount -t tmpfs -o size=${sizeMb}m,mode=755 tmpfs "$0" && echo '${MOUNTED}' && exec "$@"`;
  const child = spawn('unshare', ['--fork', '--kill-child', ...namespaces, 'sh', '-c', script, folder, ...again, NODE, file], {
    env: { ...bareEnvironment(), [PLACE]: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Not `timeout`, which keeps the process for as long where unshare is missing.
    signal: AbortSignal.timeout(ENDED_WITHIN_MS),
    killSignal: 'SIGKILL',
  });
  const written = { stdout: '', stderr: '' };
  child.stdout.on('data', (bytes: Buffer) => (written.stdout += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (written.stderr += bytes.toString()));
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve({ code: null, stdout: written.stdout, stderr: `${written.stderr}${message}` }));
    child.once('close', (code) => resolve({ code, ...written }));
  });
}

/** Leaves no byte free on the disk of a folder. Answers how to take that back. */
export async function fillDisk(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'ballast');
  const file = await open(path, 'w');
  try {
    for (let size = CHUNK.length; size > 0;) {
      try {
        await file.write(CHUNK, 0, size);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
        size = Math.floor(size / 2);
      }
    }
  } finally {
    await file.close();
  }
  return () => rm(path, { force: true });
}
