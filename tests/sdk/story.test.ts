import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { addSshKey } from '../testing/boreal-process-client.ts';
import { runCommand, type CommandResult } from '../testing/boreal-process-command.ts';
import { makeBorealHome, type BorealHome } from '../testing/boreal-process-home.ts';
import { ROOT, type BorealProcess } from '../testing/boreal-process.ts';

// The SDK as customers have it: installed by npm from the site of a Boreal that runs, in a project of its own.
let home: BorealHome;
let boreal: BorealProcess;
let project: string;
let key: string;
let blocks: readonly Block[];
before(async () => {
  home = await makeBorealHome();
  boreal = await home.start();
  const demo = await home.demo();
  key = demo.customers[0].restKey;
  await addSshKey(boreal, key);
  blocks = blocksOf(await (await fetch(`${boreal.siteUrl}/docs/sdk`)).text());
  project = await mkdtemp(join(tmpdir(), 'boreal-sdk-'));
  await writeFile(join(project, 'package.json'), '{ "name": "a-customers-project", "private": true }\n');
  const install = blocks.find(({ text }) => text.includes('npm install'));
  const { code, stdout, stderr } = await type(`${install?.text}`);
  assert.equal(code, 0, `${stdout}\n${stderr}`);
});
after(async () => {
  await home.close();
  await rm(project, { recursive: true, force: true });
});

/** A piece of code of the page, and the file that it belongs in, if any. */
interface Block {
  readonly text: string;
  readonly file: string | null;
}

function blocksOf(page: string): Block[] {
  return page.split('<pre').flatMap((part, n, parts) => {
    const text = /^[^>]*><code>([^]*?)<\/code>/.exec(part)?.[1];
    if (text === undefined) return [];
    const file = /([a-z-]+\.mjs)<\/\w+>\s*[^]{0,200}$/.exec(parts[n - 1] ?? '')?.[1] ?? null;
    return [{ text: asTyped(text), file }];
  });
}

function asTyped(escaped: string): string {
  const characters: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
  return escaped.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => characters[entity] ?? entity);
}

function type(script: string): Promise<CommandResult> {
  const environment = { BOREAL_URL: boreal.siteUrl, BOREAL_API_KEY: key, HOME: project, npm_config_cache: join(project, '.npm') };
  return runCommand('bash', ['-c', script], { environment, cwd: project });
}

test('the checksum on the page is that of the file, which has no dependency and nothing of this machine', async () => {
  const file = Buffer.from(await (await fetch(`${boreal.siteUrl}/sdk/boreal-sdk.tgz`)).arrayBuffer());
  const sum = hash('sha256', file);
  assert.equal(await (await fetch(`${boreal.siteUrl}/sdk/boreal-sdk.tgz.sha256`)).text(), `${sum}  boreal-sdk.tgz\n`);
  for (const path of ['/docs/sdk', '/fr/docs/sdk']) assert.ok((await (await fetch(boreal.siteUrl + path)).text()).includes(sum), path);
  const installed = join(project, 'node_modules/boreal-sdk');
  const manifest = await readFile(join(installed, 'package.json'), 'utf8');
  assert.doesNotMatch(manifest, /[dD]ependencies|"scripts"/);
  const code = await readFile(join(installed, 'boreal-sdk.js'), 'utf8');
  assert.doesNotMatch(code, /^import |require\(|node:/m);
  assert.ok(!code.includes(ROOT));
});

test('the page’s programs run as they stand there, and leave nothing behind', async () => {
  const programs = blocks.filter((block): block is Block & { file: string } => block.file !== null);
  assert.deepEqual(
    programs.map(({ file }) => file),
    ['boreal.mjs', 'first-server.mjs', 'errors.mjs', 'list-servers.mjs'],
  );
  for (const { file, text } of programs) await writeFile(join(project, file), text);
  const first = await type('node first-server.mjs');
  assert.match(first.stdout, /^ACTIVE \d+\.\d+\.\d+\.\d+ 22$/m, `${first.stdout}\n${first.stderr}`);
  const errors = await type('node errors.mjs');
  assert.match(errors.stdout, /^NOT_FOUND .+ req_[0-9a-f]{32}$/m, `${errors.stdout}\n${errors.stderr}`);
  const list = await type('node list-servers.mjs');
  assert.deepEqual([list.code, list.stdout.includes('from-the-sdk')], [0, false], `${list.stdout}\n${list.stderr}`);
});

const STRICT = `import { all, Boreal, BorealError, waitForServer, type ServerDetail } from 'boreal-sdk';

const boreal = new Boreal({ siteUrl: 'https://gpu.example', apiKey: 'gpu_x' });
export async function deploy(productId: string, sshKeyId: string): Promise<ServerDetail> {
  const { id } = await boreal.createServer({ productId, sshKeyId }, { idempotencyKey: 'mine' });
  return waitForServer(boreal, { id, status: 'ACTIVE' });
}
export async function names(): Promise<string[]> {
  const found: string[] = [];
  for await (const server of all((page) => boreal.listServers({ status: 'ACTIVE', ...page }))) found.push(server.name);
  return found;
}
export const isRefused = (error: unknown): boolean => error instanceof BorealError && error.code === 'NOT_FOUND';
// @ts-expect-error a server has an id
void boreal.getServer({});
// @ts-expect-error there is no such action
void boreal.actOnServer({ id: 'srv_1', action: 'explode' });
// @ts-expect-error a price may be missing
export const hourly: number = (await boreal.quoteDeployment({ productId: 'l4-x1' })).pricing.hourly;
`;

test('a strict TypeScript project has its types, of what is taken and what is returned', async () => {
  await writeFile(join(project, 'strict.ts'), STRICT);
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  const flags =
    '--noEmit --strict --exactOptionalPropertyTypes --module nodenext --target es2022 --lib es2022,dom,dom.asynciterable --types ""';
  const { code, stdout, stderr } = await type(`${tsc} ${flags} strict.ts`);
  assert.equal(code, 0, `${stdout}\n${stderr}`);
});
