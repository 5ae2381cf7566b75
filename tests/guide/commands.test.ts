import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { attemptCommand } from '../../server/src/operator/testing.ts';
import { ROOT } from '../house/sources.ts';

/** A command of a guide. */
interface Typed {
  readonly command: string;
  /** It stands in a block of shell, to be typed as it is; in a sentence, a noun or a verb may stand for itself. */
  readonly isWhole: boolean;
}

/** The operator's commands of a guide: in blocks of shell, and within sentences; there also without what they are called by. */
function commandsIn(text: string, nouns: ReadonlySet<string> = new Set()): Typed[] {
  const lines = text.replaceAll(/ *\\\n */g, ' ');
  const typed = /(^ *|`|systemd-run [^\n]*? )(?:npm run (?:--silent )?operator --|boreal) ([a-z][^`\n#|;&)]*)/gm;
  const called = [...lines.matchAll(typed)].map(([, begins = '', command = '']) => ({ command: command.trim(), isWhole: begins !== '`' }));
  const bare = [...lines.matchAll(/`(([a-z]+) [a-z][a-z-]*(?: [^`]*)?)`/g)]
    .filter(([, , noun = '']) => nouns.has(noun))
    .map(([, command = '']) => ({ command: command.trim(), isWhole: false }));
  return [...called, ...bare];
}

/** What stands in a guide for something of one's own, where the command looks at how it is written. */
const PLACEHOLDERS: Readonly<Record<string, string>> = { SLOT: '5', MOMENT: '2026-12-01T14:30:00Z' };

/** The words of a command line as a shell reads them; null: it is cut off within quotes. */
function wordsOf(command: string): string[] | null {
  if (/^(?:[^"']|"[^"]*"|'[^']*')*$/.test(command) === false) return null;
  const words = command.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2')).map((word) => PLACEHOLDERS[word] ?? word);
}

/** They look at this machine, or change it. */
const LOOKS_AROUND: ReadonlySet<string> = new Set(['doctor', 'setup', 'backup']);
const WRONG_USAGE = 2;
/** No Boreal runs there, so whatever is typed as it must be does nothing. */
const NOWHERE = { BOREAL_DATA_DIR: join(tmpdir(), 'boreal-nowhere') };

let nouns: ReadonlySet<string>;
before(async () => {
  const { out } = await attemptCommand(['--help'], {});
  const [, listed = ''] = /^Commands:\n(.*?)\n\n/ms.exec(out) ?? [];
  nouns = new Set([...listed.matchAll(/^ {2}([a-z]+) /gm)].map(([, noun = '']) => noun).filter((noun) => noun !== 'help'));
  assert.ok(nouns.size > 30 && nouns.has('payment'), [...nouns].join());
});

for (const path of ['README.md', ...globSync('docs/{operators-guide*,runbooks/*}.md', { cwd: ROOT }).toSorted()]) {
  test(`every command in ${path} exists, and is written as it must be`, async () => {
    for (const typed of commandsIn(readFileSync(join(ROOT, path), 'utf8'), nouns)) await isThere(typed);
  });
}

async function isThere({ command, isWhole }: Typed): Promise<void> {
  const words = command.split(/\s+/);
  const [noun = '', verb = ''] = words;
  // In a sentence, a noun may stand alone.
  const named = /^[a-z][a-z-]*$/.test(verb) ? [noun, verb] : [noun];
  const help = await attemptCommand([...named, '--help'], {});
  assert.equal(help.code, 0, `${command}: ${help.err}`);
  // Of a verb that does not exist, the help of its noun would be shown.
  const usage = `Usage: npm run operator -- ${named.join(' ')}`;
  assert.ok(
    [' ', '|'].some((next) => help.out.startsWith(`${usage}${next}`)),
    `${command}: ${help.out.split('\n')[0]}`,
  );
  for (const option of words.filter((word) => /^--[a-z]/.test(word)))
    assert.ok(help.out.includes(option.split('=')[0] ?? option), `${command}: there is no ${option}`);
  // Only the beginning of a command: of its arguments, one option is spoken of, or the rest is left out.
  const isSpokenOf = words.length === named.length || help.out.includes(`${words.at(-1)} <`) || /(?:^|\s)…/.test(command);
  if ((!isWhole && isSpokenOf) || LOOKS_AROUND.has(noun)) return;
  const given = wordsOf(command);
  if (given === null) return;
  const { code, err } = await attemptCommand(given, NOWHERE);
  assert.notEqual(code, WRONG_USAGE, `${command}: ${err}`);
}

test('commands are found in blocks, sentences and timers, and without what they are called by', () => {
  const text =
    '```sh\nboreal backup list\n   npm run operator -- host drain \\\n  HOST\nsystemd-run --unit=x boreal doctor\n```\nSee `npm run operator -- host list --pool P`, `pool list`, `and so on` or boreal.';
  assert.deepEqual(
    commandsIn(text, new Set(['pool'])).map(({ command, isWhole }) => `${isWhole ? 'block' : 'sentence'}: ${command}`),
    ['block: backup list', 'block: host drain HOST', 'block: doctor', 'sentence: host list --pool P', 'sentence: pool list'],
  );
});

test('a command without what it needs is wrong, and one that is whole is not', async () => {
  await assert.rejects(isThere({ command: 'gpu remove HOST SLOT', isWhole: false }), /required option '--reason/);
  await assert.rejects(isThere({ command: 'host drain', isWhole: true }), /missing required argument/);
  for (const command of ['gpu remove HOST SLOT --reason "It is gone"', 'gpu remove', 'company set --email', 'host add … --gpus 2'])
    await isThere({ command, isWhole: false });
});
