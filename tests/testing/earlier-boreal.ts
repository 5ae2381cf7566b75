import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { NODE, ROOT } from './boreal-process.ts';

const run = promisify(execFile);
const MIGRATIONS = 'server/src/db/migrations';

/** Boreal as it was, in a folder of its own, ready to be started. */
export interface EarlierBoreal {
  /** What to start it from: see `spawnBoreal`. */
  readonly root: string;
  /** The tag or commit. */
  readonly version: string;
  /** The migrations that it has not. */
  readonly newMigrations: readonly string[];
  remove(): Promise<void>;
}

/** What stands for a release before there is one: the first commit whose processes drain. */
const FIRST_THAT_DRAINS = '80e62b6e576562c087d5b4e7f0f2bf8b84752685';

/**
 * The version to upgrade from: BOREAL_UPGRADE_FROM, or the newest release. Null where the history is not there to take it from, as in a
 * shallow clone. @throws when BOREAL_UPGRADE_FROM names nothing that is there
 */
export async function earlierVersion(): Promise<string | null> {
  const { BOREAL_UPGRADE_FROM: named } = process.env;
  if (named !== undefined) return git('rev-parse', '--short', '--verify', `${named}^{commit}`);
  const release = await git('describe', '--tags', '--match', 'v*', '--abbrev=0', 'HEAD^').catch(() => FIRST_THAT_DRAINS);
  return git('rev-parse', '--short', '--verify', '--quiet', `${release}^{commit}`).catch(() => null);
}

export async function checkOutEarlier(version: string): Promise<EarlierBoreal> {
  const root = await mkdtemp(join(tmpdir(), 'boreal-earlier-'));
  const archive = join(root, 'archive.tar');
  await git('archive', '--output', archive, version);
  await run('tar', ['-xf', archive, '-C', root]);
  await rm(archive);
  const locks = await Promise.all([ROOT, root].map((folder) => readFile(join(folder, 'package-lock.json'), 'utf8')));
  if (locks[0] === locks[1]) await linkModules(root);
  else await run(NODE, ['scripts/install.mjs'], { cwd: root });
  const before = await migrationsIn(root);
  return {
    root,
    version,
    newMigrations: (await migrationsIn(ROOT)).filter((name) => !before.includes(name)),
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/** The same packages; but its own workspaces, which are packages of the project itself. */
async function linkModules(root: string): Promise<void> {
  const folders = ['.', 'server', 'console'].filter((folder) => existsSync(join(ROOT, folder, 'node_modules')));
  for (const folder of folders) {
    const [from, to] = [join(ROOT, folder, 'node_modules'), join(root, folder, 'node_modules')];
    await mkdir(to);
    for (const name of await readdir(from)) if (name !== '@boreal') await symlink(join(from, name), join(to, name));
  }
  const workspaces = await readdir(join(ROOT, 'node_modules/@boreal'));
  await mkdir(join(root, 'node_modules/@boreal'));
  for (const name of workspaces) await symlink(join('../..', name), join(root, 'node_modules/@boreal', name));
}

async function migrationsIn(root: string): Promise<readonly string[]> {
  return (await readdir(join(root, MIGRATIONS))).filter((name) => name.endsWith('.sql')).toSorted();
}

async function git(...args: readonly string[]): Promise<string> {
  return (await run('git', [...args], { cwd: ROOT })).stdout.trim();
}
