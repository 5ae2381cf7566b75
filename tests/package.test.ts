import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { z } from 'zod';
import { ROOT } from './testing/boreal-process.ts';

const run = promisify(execFile);
/** Two builds take some minutes: `npm run test:package`, on a Debian machine. */
const isAsked = process.env['BOREAL_PACKAGE'] === 'all';
const BIG = { maxBuffer: 64 * 1024 * 1024 };

/** What a program prints, whether it is content or not. */
async function said(program: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await run(program, args, BIG).catch((error: unknown) => z.object({ stdout: z.string() }).parse(error));
  return stdout;
}

describe('the Debian package', { timeout: 30 * 60_000, skip: !isAsked && 'npm run test:package makes it twice' }, () => {
  let folder = '';
  let debs: { first: string; second: string };
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'boreal-packages-'));
    // Other folders, other people's settings, another hour.
    debs = {
      first: await built('first', { TZ: 'America/Toronto', LC_ALL: 'C.UTF-8' }, '022'),
      second: await built('the second one', { TZ: 'Pacific/Kiritimati', LC_ALL: 'C' }, '077'),
    };
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function built(name: string, environment: Readonly<Record<string, string>>, umask: string): Promise<string> {
    const clone = join(folder, name);
    await run('git', ['clone', '--quiet', '--no-hardlinks', ROOT, clone]);
    await run('sh', ['-c', `umask ${umask} && exec npm run --silent package`], {
      cwd: clone,
      env: { ...process.env, ...environment },
      ...BIG,
    });
    return join(clone, 'dist', (await run('ls', [join(clone, 'dist')])).stdout.trim());
  }

  test('is the same byte for byte, wherever and whenever it is made', async () => {
    const sum = async (file: string) =>
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
    if ((await sum(debs.first)) === (await sum(debs.second))) return;
    const [one, other] = [join(folder, 'one'), join(folder, 'other')];
    await run('dpkg-deb', ['--raw-extract', debs.first, one]);
    await run('dpkg-deb', ['--raw-extract', debs.second, other]);
    const differ = await said('diff', '--recursive', '--brief', '--no-dereference', one, other);
    assert.fail(`the packages differ: ${differ.slice(0, 2000)}`);
  });
});
