import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './boreal-process.ts';

const run = promisify(execFile);
const BIG = { maxBuffer: 64 * 1024 * 1024 };

/** Makes the package in a clone of what is committed, and answers with its file. */
export async function builtPackage(
  clone: string,
  { environment = {}, umask = '022' }: { environment?: Readonly<Record<string, string>>; umask?: string } = {},
): Promise<string> {
  await run('git', ['clone', '--quiet', '--no-hardlinks', ROOT, clone]);
  await run('sh', ['-c', `umask ${umask} && exec npm run --silent package`], {
    cwd: clone,
    env: { ...process.env, ...environment },
    ...BIG,
  });
  return join(clone, 'dist', (await run('ls', [join(clone, 'dist')])).stdout.trim());
}

/** The same package, as if it had been made of a later version. */
export async function packageOfVersion(deb: string, { version, folder }: { version: string; folder: string }): Promise<string> {
  const raw = join(folder, version);
  const newer = join(folder, `boreal_${version}_amd64.deb`);
  if (existsSync(newer)) return newer;
  await run('dpkg-deb', ['--raw-extract', deb, raw]);
  const [, older = ''] = /^Version: (.*)$/m.exec(await readFile(join(raw, 'DEBIAN/control'), 'utf8')) ?? [];
  for (const file of ['DEBIAN/control', 'DEBIAN/preinst', 'usr/lib/boreal/package.json']) {
    const text = await readFile(join(raw, file), 'utf8');
    await writeFile(join(raw, file), text.replaceAll(older, version));
  }
  await run('dpkg-deb', ['--root-owner-group', '-Znone', '--build', raw, newer]);
  return newer;
}
