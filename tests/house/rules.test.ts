import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { importsOf, linesWith, readSources, ROOT, type Source } from './sources.ts';

/** Rules of the house that the linter has no rule for. What it has one for stands in .oxlintrc.json. */
interface HouseRule {
  readonly promise: string;
  readonly files: string;
  readonly but?: RegExp;
  readonly never: RegExp;
  readonly instead: string;
  /** Code that breaks the rule and code that does not, to try the pattern on. */
  readonly broken: string;
  readonly kept: string;
}

const MAX_LINES = 400;
const CODE = '{contract,dev,server,sdk,cli,console,packaging,bench,tests,scripts}/**/*.{ts,tsx,mjs,sh,css,sql}';
const TYPESCRIPT = '{contract,server,sdk,cli,console,bench,tests,scripts}/**/*.{ts,tsx}';
const IS_TEST = /\.test\.ts$|\/testing\b|hand-clock|conformance|-kit\.ts$/;

const RULES: readonly HouseRule[] = [
  {
    promise: 'product code takes its time from the clock of its context',
    files: 'server/src/{core,door,http,mcp,worker,web,site,engines,payments,mail,demo,operator}/**/*.ts',
    but: IS_TEST,
    never: /\bnew Date\(\s*\)|\bDate\.now\b|\bMath\.random\b/g,
    instead: 'use ctx.clock, which a test can move, and ids from kit/ids.ts',
    broken: 'const at = new Date();',
    kept: 'const at = new Date(row.at); // new Date()',
  },
  {
    promise: 'no text promises more of hibernation than that the system disk is kept',
    files: '{contract,server,console}/**/*.{ts,tsx}',
    but: /\.test\.ts$|\/testing\b/,
    never:
      /hibernat[^'`\n]*(?:nothing is lost|keeps? (?:its|their|your) (?:data|disks)|(?<!system )disks are kept|data is kept)|hibern[^'`\n]*(?:rien n’est perdu|gard(?:e|ent) (?:ses|leurs|vos) (?:données|disques)|(?<!leurs )disques sont (?:gardés|conservés)|données sont gardées)|without losing anything|sans rien perdre'/gi,
    instead: 'say that the system disk is kept and that the work disk may be empty afterwards',
    broken: "en: 'The server is being hibernated and keeps its data.'",
    kept: "en: 'The server is being hibernated: its system disk is kept, its work disk may be empty when you resume it.'",
  },
  {
    promise: 'what a server waits for is shown, and steers nothing',
    files: 'server/src/{core/fleet,core/money,worker}/**/*.ts',
    but: IS_TEST,
    never: /(?<!')\b\w+\.waitReason\b/g,
    instead: 'steer by `phase`, which says how far the work is',
    broken: "if (server.waitReason === 'timeout') return;",
    kept: "const change = { phase, waitReason: power }; if (server.phase === 'unanswered') return;",
  },
  {
    promise: 'no statement of SQL asks Postgres for the time',
    files: 'server/src/{core,door,http,mcp,worker,web,site,demo}/**/*.ts',
    but: IS_TEST,
    never: /(?<![.\w])(?:now\(\)|current_timestamp\b|clock_timestamp\(\)|localtimestamp\b)/gi,
    instead: 'pass the time of ctx.clock as a parameter',
    broken: 'sql`update servers set updated_at = now()`',
    kept: 'const at = clock.now();',
  },
  {
    promise: 'no migration lets Postgres write the time',
    files: 'server/src/db/migrations/*.sql',
    never: /^(?!\s*--).*\b(?:now\(\)|current_timestamp|clock_timestamp\(\))/gim,
    instead: 'write the time of the clock; no default calls now()',
    broken: 'created_at timestamptz not null default now()',
    kept: '-- no default calls now()',
  },
  {
    promise: 'SQL stands in the stores',
    files: 'server/src/{core,door,http,mcp,worker,web,site,demo,operator}/**/*.ts',
    but: /\.store\.ts$|\.test\.ts$|\/testing\b/,
    never: /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<[^`]*>)?`|\bpool\.query\(/g,
    instead: 'write it in the .store.ts beside it, and call that',
    broken: "await tx.updateTable('servers').set({ leaseUntil: null }).execute();",
    kept: "await endLease(tx, server.id); // tx.updateTable('servers')",
  },
  {
    promise: 'core says nothing in words: what customers and operators read is worded in the contract and in the letters',
    files: 'server/src/core/**/*.ts',
    but: IS_TEST,
    never: /\bfr:\s*(?:\([^)]*\)\s*=>\s*)?['"`[{(]|«/g,
    instead: 'pass on what happened as data, or a sentence of contract/error-words/, request-sentences/ or another file of words',
    broken: "throw invalidRequest('name', { en: 'Taken.', fr: 'Déjà pris.' });",
    kept: "throw invalidRequest('name', capacitySentences.poolNameTaken(name)); // { fr: 'Déjà pris.' }",
  },
  {
    promise: 'what a plan costs is read in one place',
    files: '{server,bench}/**/*.ts',
    but: /(?:core\/money\/(?:prices\/prices\.store|prices\/price-in-force\.store|catalog\/seed-catalog\.store)|rows\.gen|\.test)\.ts$|\/testing\/|^bench\/(?:peers|years)\//,
    never: /\b(?:from|join|into|update)\s+price(?:s|_spans|_in_force)\b|\blateral\s+price_in_force\b|\(\s*['"]price(?:s|Spans)\b/gi,
    instead: 'ask core/money/prices/price-in-force.store.ts, where an account’s own price goes before the list price',
    broken: 'select hourly_micros from prices where plan_id = r.plan_id',
    kept: "import { findPrice } from './price-in-force.store.ts'; // from prices",
  },
  {
    promise: 'what may take two operators is asked for, not done, at their doors',
    files: 'server/src/{web/operator,operator}/**/*.ts',
    but: IS_TEST,
    never:
      /\b(?:setPrice|withdrawPrice|refundPayment|setAccountBudget|changeAccountBudget|giveCredit|takeCredit|moveNow)\((?!ctx: Ctx|\n\s+ctx: Ctx)/g,
    instead: 'call the one that ends in ByHand, creditAccount or debitAccount: they ask a second operator where it takes two',
    broken: 'await setPrice(ctx, { planId, hourlyMicros });',
    kept: 'await setPriceByHand(ctx, { planId, hourlyMicros });',
  },
  {
    promise: 'what the operator’s commands write is read by nobody else, and takes the place of nothing',
    files: 'server/src/operator/commands/**/*.ts',
    but: IS_TEST,
    never: /\b(?:writeFile|appendFile|copyFile|createWriteStream)(?:Sync)?\(/g,
    instead: 'call writeNewFile of operator/write-new-file.ts',
    broken: 'await writeFile(file, bytes);',
    kept: 'await writeNewFile(file, [bytes]);',
  },
  {
    promise: 'a program that Boreal starts gets none of its secrets',
    files: 'server/src/**/*.ts',
    but: IS_TEST,
    never: /(?<!\.)\b(?:execFile|spawn)(?:Sync)?\((?![^;]{0,400}\b(?:env|options)\b)/g,
    instead: 'pass env: environmentOfChildren() of kit/environment-of-children.ts, or less',
    broken: 'const child = execFile(program, [...args], { timeout: LIMIT_MS });',
    kept: 'const child = execFile(program, [...args], { timeout: LIMIT_MS, env: environmentOfChildren() });',
  },
  {
    promise: 'a link of the console names its page and its parameters, so that the compiler knows whether they are there',
    files: 'console/src/**/*.{ts,tsx}',
    // The filter that lists share is of no one page, and reads what it finds.
    but: /\/use-list-filter\.ts$/,
    never: /component=\{Link\}|strict: false|\bto(?:=\{|: )`/g,
    instead: 'use LinkAnchor or LinkButton of parts/page-links.tsx, to="/console/agents/$keyId" and params; useParams({ from })',
    broken: '<Anchor component={Link} to={path} />',
    kept: '<LinkAnchor to="/console/agents/$keyId" params={{ keyId }} />',
  },
  {
    promise: 'a name is imported from the file that makes it',
    files: TYPESCRIPT,
    // The package's entry: what its users import is one list.
    but: /^sdk\/boreal-sdk\.ts$/,
    never: /^export\s+(?:type\s+)?(?:\*|\{[^}]*\}\s*from\b)/gm,
    instead: 'no barrels: import from where it is written',
    broken: `export { a } from './a.ts';`,
    kept: 'export { a };',
  },
];

for (const rule of RULES) {
  test(`${rule.promise}, everywhere`, () => {
    const sources = readSources(rule.files).filter(({ path }) => !rule.but?.test(path) && path !== 'tests/house/rules.test.ts');
    assert.ok(sources.length > 0, 'no file was read');
    assert.deepEqual(
      sources.flatMap((source) => breaches(rule, source)),
      [],
    );
  });

  test(`where it is broken, it is found that ${rule.promise}`, () => {
    assert.deepEqual(breaches(rule, { path: 'x.ts', text: `\n${rule.broken}` }), [`x.ts:2: ${rule.instead}`]);
    assert.deepEqual(breaches(rule, { path: 'x.ts', text: rule.kept }), []);
  });
}

test('no two migrations have one number: a database that has the later name would refuse the earlier', () => {
  const numbers = readSources('server/src/db/migrations/*.sql').map(({ path }) => basename(path).slice(0, 4));
  assert.deepEqual(numbers, [...new Set(numbers)]);
});

test('decisions are numbered without a gap, and ARCHITECTURE lists each', () => {
  const paths = readSources('docs/adr/*.md').map(({ path }) => path);
  assert.ok(paths.length > 40);
  const numbers = paths.map((path) => Number(basename(path).slice(0, 4)));
  assert.deepEqual(
    numbers,
    numbers.map((_, n) => n + 1),
  );
  const listed = [...readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').matchAll(/^(\d+)\. \[.*\]\((docs\/adr\/.*)\)$/gm)];
  assert.deepEqual(
    listed.map(([, number, path]) => [Number(number), path]),
    paths.map((path, n) => [n + 1, path]),
  );
});

test('every file is named for what it does', () => {
  const vague = readSources(TYPESCRIPT).filter(({ path }) => /^(utils?|helpers?|common|manager|misc|index)\b/.test(basename(path)));
  assert.deepEqual(
    vague.map(({ path }) => path),
    [],
  );
});

test(`no file of code is longer than ${MAX_LINES} lines: a longer one has more than one reason to exist`, () => {
  const sources = readSources(CODE).filter(({ path }) => !path.endsWith('.gen.ts'));
  assert.ok(sources.length > 2000, 'the files were not found');
  assert.deepEqual(tooLong(sources), []);
  assert.deepEqual(tooLong([MAX_LINES, MAX_LINES + 1].map((lines) => ({ path: `${lines}.ts`, text: 'a\n'.repeat(lines) }))), [
    '401.ts: 401 lines',
  ]);
});

test('package-lock.json names no registry, so that everybody installs from their own', () => {
  const [lock] = readSources('package-lock.json');
  assert.equal(/"resolved": "http/.test(lock?.text ?? '"resolved": "http'), false);
});

test('the README lists every variable of the configuration', () => {
  const [config] = readSources('server/src/config.ts');
  const [readme] = readSources('README.md');
  const variables = [...(config?.text ?? '').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map((match) => match[1]);
  assert.ok(variables.length > 5, 'the variables were not found');
  assert.deepEqual(
    variables.filter((name) => !readme?.text.includes(`| \`${name}\` `)),
    [],
  );
});

test('whatever runs what is built has it built first', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
  // The image only names what is built in the package that it is made of.
  const starters = Object.entries(scripts).filter(([name, command]) => name !== 'image' && reaches(command, /\bserver\/dist\/main\.js/));
  assert.deepEqual(
    ['start', 'bench', 'bench:incus', 'bench:openstack', 'dev:openstack'].filter((name) => !starters.some(([starter]) => starter === name)),
    [],
    'the starters were not found',
  );
  assert.deepEqual(
    starters.map(([name]) => name).filter((name) => !/scripts\/install\.mjs && .*scripts\/build\.mjs/.test(scripts[`pre${name}`] ?? '')),
    [],
  );
});

/** Whether a command, or a file of ours that it runs, or one which that imports, names such a path. */
function reaches(command: string, path: RegExp): boolean {
  if (path.test(command)) return true;
  const seen = new Set<string>();
  const next = [...command.matchAll(/\bnode (\S+\.ts)/g)].map(([, file = '']) => file);
  for (let file = next.pop(); file !== undefined; file = next.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const [source] = readSources(file);
    if (source === undefined) continue;
    if (path.test(source.text)) return true;
    next.push(...importsOf(source).flatMap(({ target }) => (target?.endsWith('.ts') === true ? [target] : [])));
  }
  return false;
}

function breaches(rule: HouseRule, source: Source): string[] {
  return linesWith(source, rule.never).map((line) => `${source.path}:${line}: ${rule.instead}`);
}

function tooLong(sources: readonly Source[]): string[] {
  return sources
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ path, lines }) => `${path}: ${lines} lines`);
}
