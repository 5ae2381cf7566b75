import { accessSync, constants, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory, on Linux. */
const MEMORY = '/dev/shm';
/** Several times what concurrent tests store there. */
const ROOM_BYTES = 8 * 1024 ** 3;

/**
 * Runs `use` with TMPDIR set to a new folder, for us and for the programs we start, and removes the folder with its contents afterwards. It
 * is in memory if there is room: a database is a thousand files, which are slow to create and delete on a disk.
 */
export async function withTestFolder<T>(use: () => Promise<T>): Promise<T> {
  const before = process.env['TMPDIR'];
  // An explicitly set folder is respected.
  const folder = await mkdtemp(join(before === undefined && hasRoomInMemory() ? MEMORY : tmpdir(), 'boreal-tests-'));
  // The mode of a folder of temporary files: programs that tests run as another user use it, too.
  await chmod(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  try {
    return await use();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function hasRoomInMemory(): boolean {
  if (freemem() < ROOM_BYTES) return false;
  try {
    accessSync(MEMORY, constants.W_OK);
    // Tests also put programs into their folders.
    const mounted = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === MEMORY);
    return mounted !== undefined && !/\bnoexec\b/.test(mounted);
  } catch {
    return false;
  }
}
