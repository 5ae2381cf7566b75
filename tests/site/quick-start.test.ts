import assert from 'node:assert/strict';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runCommand } from '../testing/boreal-process-command.ts';
import { makeBorealHome, type BorealHome } from '../testing/boreal-process-home.ts';
import type { BorealProcess } from '../testing/boreal-process.ts';

let home: BorealHome;
let boreal: BorealProcess;
let folder: string;
before(async () => {
  home = await makeBorealHome();
  boreal = await home.start();
  folder = await mkdtemp(join(tmpdir(), 'boreal-quick-start-'));
  await symlink(home.dataDir, join(folder, 'data'));
});
after(async () => {
  await home.close();
  await rm(folder, { recursive: true, force: true });
});

/** What there is of jq on a machine without it: enough to read one field. */
const JQ = `jq() { node -p "JSON.parse(require('fs').readFileSync(0, 'utf8'))$2"; }`;

/** The key of an account that only its reader has, and the login, for which the demo has no machine. */
const NOT_HERE = /^KEY=gpu_…$|^ssh -i /m;

/** How a block that is a program is run. */
const PROGRAMS = [
  { begins: 'const {', run: 'node --input-type=module-typescript -' },
  { begins: 'import os', run: 'python3 -' },
] as const;

test('the quick start works as it is pasted: from the demo’s key to a server that ran, hibernated and is gone', async () => {
  const key = (await blocksOf('/docs/run')).find((block) => block.includes('demo.json'));
  const typed = [key ?? '', ...(await blocksOf('/docs')).filter((block) => !NOT_HERE.test(block)).map(asShell)];
  assert.ok(typed.length >= 11, `only ${typed.length} blocks were found`);
  assert.equal(typed.filter((block) => block.endsWith('\nPROGRAM')).length, PROGRAMS.length);
  // Between two changes whoever pastes them waits for the first.
  const rests = `until curl -s "$SITE/api/servers/$SERVER" -H "Authorization: Bearer $KEY" | grep -q '"task":null'; do sleep 1; done`;
  const script = ['set -euo pipefail', JQ, ...typed.flatMap((block) => (block.includes('"hibernate"') ? [block, rests] : [block]))].join(
    '\n',
  );
  const { code, stdout, stderr } = await runCommand('bash', ['-c', script], { cwd: folder });
  assert.equal(code, 0, `${stdout}\n${stderr}`);
  assert.doesNotMatch(stdout, /"error":/);
  assert.equal(stdout.match(/^ACTIVE \d+\./gm)?.length, PROGRAMS.length, stdout);
  for (const sign of ['"canada-montreal"', '"requiredCredits"', '"ACTIVE"', '"accepted"', '"status":"DELETED"']) {
    assert.ok(stdout.includes(sign), `there is no ${sign} in:\n${stdout}`);
  }
});

async function blocksOf(path: string): Promise<string[]> {
  const page = await (await fetch(`${boreal.siteUrl}${path}`)).text();
  return [...page.matchAll(/<pre[^>]*><code>([^]*?)<\/code>/g)].map(([, code = '']) => asTyped(code));
}

/** A program as a shell runs it; what is a shell's already stays. */
function asShell(block: string): string {
  const program = PROGRAMS.find(({ begins }) => block.startsWith(begins));
  return program === undefined ? block : `${program.run} <<'PROGRAM'\n${block}\nPROGRAM`;
}

function asTyped(code: string): string {
  return code.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
