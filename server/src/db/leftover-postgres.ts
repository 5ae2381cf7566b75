import { readFile, readdir, rm, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './is-alive.ts';
import { DataDirInUse, EmbeddedPostgresError, errorCode } from './postgres-errors.ts';
import { SOCKET_DIR_PARENTS, SOCKET_DIR_PREFIX } from './socket-dir.ts';

/**
 * Cleans up what a killed Boreal left in its data directory: a Postgres that still runs is shut down cleanly (nothing is lost), a
 * postmaster.pid that names an unrelated process is removed, and so is the old socket's folder. The caller holds the directory's lock.
 * Throws DataDirInUse if someone else's Postgres, started by hand, runs there.
 *
 * Outside Linux there is no /proc to verify with, and Postgres' own check of postmaster.pid decides.
 */
export async function clearLeftovers(dataDir: string): Promise<void> {
  if (process.platform !== 'linux') return;
  if (!(await stat(dataDir).catch(() => null))?.isDirectory()) return;
  const { left, running } = await lookAround(dataDir);
  if (left !== null && running.includes(left.pid) && !left.isOurs) throw new DataDirInUse(dataDir, left.pid);
  if (running.length > 0) await stopAll(dataDir, left?.pid ?? null);
  else if (left !== null && isAlive(left.pid)) await unlink(join(dataDir, 'postmaster.pid'));
  if (left?.isOurs) await rm(left.socketDir, { recursive: true, force: true });
}

/** A Postgres that is just starting has not written all of its postmaster.pid: it gets a moment to identify itself. */
async function lookAround(dataDir: string) {
  for (let attempt = 1; ; attempt += 1) {
    const running = await postgresesIn(dataDir);
    const left = await readPidFile(dataDir);
    if (running.length === 0 || (left !== null && left.socketDir !== '') || attempt > 20) return { left, running };
    await sleep(100);
  }
}

/** The postmaster's id on line 1 and its socket's folder on line 5; null while no file contains both. */
async function readPidFile(dataDir: string): Promise<{ pid: number; socketDir: string; isOurs: boolean } | null> {
  let text;
  try {
    text = await readFile(join(dataDir, 'postmaster.pid'), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!(pid > 0)) return null;
  const socketDir = lines[4] ?? '';
  const isOurs = basename(socketDir).startsWith(SOCKET_DIR_PREFIX) && SOCKET_DIR_PARENTS.includes(dirname(socketDir));
  return { pid, socketDir, isOurs };
}

/** Every process of a Postgres on this directory has it as its working directory, which a reused process id does not. */
async function postgresesIn(dataDir: string): Promise<number[]> {
  const home = await stat(dataDir);
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const found = await Promise.all(pids.map(async (pid) => ((await worksIn(pid, home)) ? [pid] : [])));
  return found.flat();
}

async function worksIn(pid: number, home: { dev: number; ino: number }): Promise<boolean> {
  try {
    const cwd = await stat(`/proc/${pid}/cwd`);
    return cwd.dev === home.dev && cwd.ino === home.ino && (await readFile(`/proc/${pid}/comm`, 'utf8')).trim() === 'postgres';
  } catch {
    // It has ended, or belongs to another user.
    return false;
  }
}

/**
 * Gently first; whatever is aborted, Postgres recovers from its log at the next start. Without a postmaster only its sessions are left, and
 * these end by themselves as soon as they notice.
 */
async function stopAll(dataDir: string, postmaster: number | null): Promise<void> {
  const has = async (pid: number | null) => pid !== null && (await postgresesIn(dataDir)).includes(pid);
  if (await has(postmaster)) {
    signalTo([postmaster], 'SIGINT');
    if (await allGone(dataDir, 20_000)) return;
  } else if (await allGone(dataDir, 2000)) return;
  signalTo((await has(postmaster)) ? [postmaster] : await postgresesIn(dataDir), 'SIGQUIT');
  if (await allGone(dataDir, 5000)) return;
  signalTo(await postgresesIn(dataDir), 'SIGKILL');
  if (await allGone(dataDir, 5000)) return;
  throw new EmbeddedPostgresError('data_dir_unusable', `A Postgres that still runs in ${dataDir} cannot be stopped.`);
}

async function allGone(dataDir: string, waitMs: number): Promise<boolean> {
  const end = performance.now() + waitMs;
  while (performance.now() < end) {
    if ((await postgresesIn(dataDir)).length === 0) return true;
    await sleep(50);
  }
  return false;
}

function signalTo(pids: readonly (number | null)[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      if (pid !== null) process.kill(pid, signal);
    } catch (error) {
      if (errorCode(error) !== 'ESRCH') throw error;
    }
  }
}
