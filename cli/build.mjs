// Bundles the customers' program into one file for Node 20 or later: `node cli/build.mjs FOLDER`. The same sources give the same bytes. It
// contains the program, the contract, and zod; nothing from the build machine.
import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const NAME = 'boreal-cli';

const root = fileURLToPath(new URL('..', import.meta.url));
const [, , folder] = process.argv;
if (folder === undefined) throw new Error('name the folder: node cli/build.mjs FOLDER');

const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const zod = await readFile(join(root, 'node_modules/zod/LICENSE'), 'utf8');
const bundle = await rolldown({
  input: join(root, 'cli/main.ts'),
  cwd: root,
  platform: 'node',
  transform: { target: 'node20', define: { BOREAL_CLI_VERSION: JSON.stringify(version) } },
});
// CommonJS: every Node treats a file without an extension as that.
const { output } = await bundle.generate({ format: 'cjs', minify: true, sourcemap: false, comments: false });
await bundle.close();
const [chunk, ...others] = output;
if (others.length > 0) throw new Error('the program is more than one file');
const license = `/*\nBoreal ${version}, Apache-2.0. It contains zod:\n\n${zod.trim()}\n*/`;
const text = `#!/usr/bin/env node\n${license}\n${chunk.code}`;

await mkdir(folder, { recursive: true });
const file = join(folder, NAME);
await writeFile(file, text);
await chmod(file, 0o755);
await writeFile(join(folder, `${NAME}.sha256`), `${createHash('sha256').update(text).digest('hex')}  ${NAME}\n`);
await writeFile(join(folder, 'version'), `${version}\n`);
