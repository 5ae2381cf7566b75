import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { z } from 'zod';
import { whyNoLab } from '../../dev/incus/lab.ts';
import { freePort, ROOT, until } from '../testing/boreal-process.ts';
import { builtPackage, packageOfVersion } from '../testing/built-package.ts';
import { makeDebianRoot, type DebianRoot } from '../testing/debian-root.ts';
import { makePackagedBox, type PackagedBox } from '../testing/packaged-box.ts';
import { typeInstallGuide } from '../testing/typed-install-guide.ts';

const run = promisify(execFile);
/** Two builds take some minutes: `npm run test:package`, on a Debian machine. */
const isAsked = process.env['BOREAL_PACKAGE'] === 'all';
const whyNoIncus = isAsked ? await whyNoLab() : null;
const BIG = { maxBuffer: 64 * 1024 * 1024 };

/** A program that ended with an error. One that is not there has no number for its code. */
const Ended = z.object({ code: z.number(), stdout: z.string() });

/** What a program prints, whether it is content or not. */
async function said(program: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await run(program, args, BIG).catch((error: unknown) => Ended.parse(error));
  return stdout;
}

describe(
  'the Debian package',
  { timeout: 30 * 60_000, skip: !isAsked && 'npm run test:package makes it twice, and needs root, mmdebstrap and lintian' },
  () => {
    let folder = '';
    let debs: { first: string; second: string };
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'boreal-packages-'));
      // Other folders, other people's settings, another hour.
      debs = {
        first: await builtPackage(join(folder, 'first'), { environment: { TZ: 'America/Toronto', LC_ALL: 'C.UTF-8' } }),
        second: await builtPackage(join(folder, 'the second one'), {
          environment: { TZ: 'Pacific/Kiritimati', LC_ALL: 'C' },
          umask: '077',
        }),
      };
    });
    after(() => rm(folder, { recursive: true, force: true }));

    const ofVersion = (version: string) => packageOfVersion(debs.first, { version, folder });

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

    test('Debian’s own check finds nothing but what is let be, each with its reason', async () => {
      assert.equal(await said('lintian', '--allow-root', '--tag-display-limit=0', '--fail-on=none', debs.first), '');
    });

    test('has the fonts of which documents are set', async () => {
      const code = await readFile(join(ROOT, 'server/src/core/commerce/invoices/pdf/render-invoice.ts'), 'utf8');
      const fonts = [...code.matchAll(/font\('(DejaVu[\w-]+)'\)/g)].map(([, name]) => `/dejavu-fonts-ttf/ttf/${name}.ttf`);
      assert.ok(fonts.length > 0);
      const held = await said('dpkg-deb', '--contents', debs.first);
      assert.deepEqual(
        fonts.filter((font) => !held.includes(font)),
        [],
      );
    });

    describe('on a Debian with an Incus', whyNoIncus === null ? {} : { skip: whyNoIncus }, () => {
      let debian: DebianRoot;
      let box: PackagedBox;
      before(async () => {
        debian = await makeDebianRoot();
        box = await makePackagedBox(debian);
      });
      after(async () => {
        await box.close();
        await debian.remove();
      });

      test('is set up by one command, to a server that answers SSH, and all else that the guide to installing has typed is so', (t) =>
        typeInstallGuide(t, { debian, box, debs: { first: debs.first, newer: () => ofVersion('0.9.0') } }));
    });

    describe('on a Debian with nothing else', () => {
      let debian: DebianRoot;
      let newer = '';
      const there = (path: string) => existsSync(join(debian.path, path));
      const state = () => debian.run('dpkg-query', '--show', '--showformat=${db:Status-Status} ${Version}', 'boreal');
      const settings = 'etc/boreal/boreal.env';
      before(async () => {
        debian = await makeDebianRoot();
        newer = await ofVersion('0.9.0');
      });
      after(() => debian.remove());

      test('is installed, starts nothing, and runs the demo as nobody special', async () => {
        await debian.install(debs.first);
        assert.equal(await debian.run('stat', '--format=%U %G %a', `/${settings}`), 'root boreal 640');
        assert.equal(await debian.run('stat', '--format=%U %G %a', '/var/lib/boreal'), 'boreal boreal 750');
        assert.ok(!there('var/lib/boreal/postgres'));
        assert.match(await debian.run('boreal', 'version'), /0\.1\.0/);
        const port = await freePort();
        const environment = { BOREAL_PORT: String(port), BOREAL_DATA_DIR: '/var/lib/boreal', TMPDIR: '/tmp' };
        const main = ['/usr/lib/boreal/bin/node', '/usr/lib/boreal/server/dist/main.js'];
        const stop = debian.start(environment, 'runuser', '--user', 'boreal', '--', ...main);
        try {
          await until(
            'it is ready',
            120_000,
            async () => (await fetch(`http://localhost:${port}/readyz`).catch(() => null))?.status === 200,
          );
          const page = await fetch(`http://localhost:${port}/`);
          assert.equal(page.status, 200);
        } finally {
          await stop();
        }
        assert.ok(there('var/lib/boreal/postgres'));
      });

      test('an upgrade keeps what an operator set', async () => {
        await appendFile(join(debian.path, settings), 'BOREAL_PORT=8099\n');
        await debian.install(newer);
        assert.equal(await state(), 'installed 0.9.0');
        assert.match(await readFile(join(debian.path, settings), 'utf8'), /^BOREAL_PORT=8099$/m);
        assert.equal(await debian.run('stat', '--format=%U %G %a', `/${settings}`), 'root boreal 640');
      });

      test('an older one replaces a newer one only for who says that he means it, and once', async () => {
        await assert.rejects(debian.install(debs.first), /Boreal 0\.9\.0 is installed, and 0\.1\.0 is older/);
        assert.equal(await state(), 'installed 0.9.0');
        assert.match(await debian.run('boreal', 'version'), /0\.9\.0/);
        await debian.run('touch', '/etc/boreal/allow-downgrade');
        await debian.install(debs.first);
        assert.equal(await state(), 'installed 0.1.0');
        assert.ok(!there('etc/boreal/allow-downgrade'));
        await debian.install(newer);
      });

      test('removed, it leaves settings and data; purged, the data; with a yes, nothing', async () => {
        await debian.run('dpkg', '--remove', 'boreal');
        assert.ok(!there('usr/lib/boreal') && !there('usr/bin/boreal'));
        assert.ok(there(settings) && there('var/lib/boreal/postgres'));
        await debian.run('dpkg', '--purge', 'boreal');
        assert.ok(!there('etc/boreal'));
        assert.ok(there('var/lib/boreal/postgres'), 'nobody was asked');
        await debian.install(newer);
        assert.equal(await debian.run('stat', '--format=%U %G %a', '/var/lib/boreal'), 'boreal boreal 750');
        await debian.run('sh', '-c', 'echo boreal boreal/purge-data boolean true | debconf-set-selections && dpkg --purge boreal');
        assert.ok(!there('etc/boreal') && !there('var/lib/boreal') && !there('var/cache/boreal'));
        assert.doesNotMatch(await readFile(join(debian.path, 'etc/passwd'), 'utf8'), /^boreal:/m);
      });
    });
  },
);
