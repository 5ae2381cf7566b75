// Packs the SDK as npm installs it from the site: `node sdk/build.mjs FOLDER`. The same sources give the same bytes, as long as npm's gzip
// is the same. It contains the library and its types; nothing from the build machine.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const NAME = 'boreal-sdk';

const root = fileURLToPath(new URL('..', import.meta.url));
const [, , folder] = process.argv;
if (folder === undefined) throw new Error('name the folder: node sdk/build.mjs FOLDER');

const { version, license } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const staged = await mkdtemp(join(tmpdir(), `${NAME}-`));
try {
  await bundle();
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'sdk/tsconfig.json'), '--outDir', staged]);
  await copyFile(join(root, 'sdk/for-npm.md'), join(staged, 'README.md'));
  await copyFile(join(root, 'LICENSE'), join(staged, 'LICENSE'));
  await writeFile(join(staged, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  await mkdir(folder, { recursive: true });
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  run(npm, ['pack', staged, '--pack-destination', folder, '--ignore-scripts', '--silent', '--offline', '--no-update-notifier']);
} finally {
  await rm(staged, { recursive: true, force: true });
}
const file = `${NAME}.tgz`;
await rename(join(folder, `${NAME}-${version}.tgz`), join(folder, file));
const sum = createHash('sha256')
  .update(await readFile(join(folder, file)))
  .digest('hex');
await writeFile(join(folder, `${file}.sha256`), `${sum}  ${file}\n`);
await writeFile(join(folder, 'version'), `${version}\n`);

async function bundle() {
  const built = await rolldown({
    input: join(root, 'sdk/boreal-sdk.ts'),
    cwd: root,
    platform: 'neutral',
    transform: { target: 'node20', define: { BOREAL_SDK_VERSION: JSON.stringify(version) } },
  });
  const { output } = await built.generate({ format: 'esm', sourcemap: false });
  await built.close();
  const [chunk, ...others] = output;
  if (others.length > 0) throw new Error('the library is more than one file');
  await writeFile(join(staged, `${NAME}.js`), chunk.code);
}

function manifest() {
  return {
    name: NAME,
    version,
    description: 'Rent GPU servers from a Boreal: its REST API, typed.',
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: { '.': { types: `./${NAME}.d.ts`, default: `./${NAME}.js` }, './package.json': './package.json' },
  };
}

function run(program, args) {
  const ran = spawnSync(program, args, { encoding: 'utf8', shell: process.platform === 'win32' });
  if (ran.status === 0) return;
  process.stderr.write(`${ran.stdout ?? ''}${ran.stderr ?? ''}`);
  throw ran.error ?? new Error(`${program} ended with ${ran.status}`);
}
