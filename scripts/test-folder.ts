import { accessSync, constants, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory, on Linux. */
const MEMORY = '/dev/shm';
/** Several times what tests that run at once put there. */
const ROOM_BYTES = 8 * 1024 ** 3;

/**
 * Runs `use` with TMPDIR naming a folder of its own, for us and for the programs we start, and removes that with all that was left in
 * it. It is in memory where there is room: a database is a thousand files, which a disk takes long to make and to delete.
 */
export async function withTestFolder<T>(use: () => Promise<T>): Promise<T> {
  const before = process.env['TMPDIR'];
  // Whoever names a folder means it.
  const folder = await mkdtemp(join(before === undefined && hasRoomInMemory() ? MEMORY : tmpdir(), 'boreal-tests-'));
  // As the folder of temporary files is: programs that tests start as somebody else come here too.
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
