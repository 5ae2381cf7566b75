import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { attemptCommand } from '../server/src/operator/testing.ts';
import { ROOT } from './sources.ts';

/** The operator's commands of a guide, as they are typed: in blocks of shell, and within sentences. */
function commandsIn(text: string): string[] {
  const typed = /(?:^|`|systemd-run [^\n]*? )(?:npm run (?:--silent )?operator --|boreal) ([a-z][^`\n#|;&)]*)/gm;
  return [...text.matchAll(typed)].map(([, command = '']) => command.replace(/\\$/, '').trim());
}

for (const path of ['README.md', ...globSync('docs/{operators-guide*,runbooks/*}.md', { cwd: ROOT }).toSorted()]) {
  test(`every command in ${path} exists, with the options that it is given`, async () => {
    const commands = commandsIn(readFileSync(join(ROOT, path), 'utf8'));
    for (const command of commands) {
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
    }
  });
}

test('commands are found in blocks, sentences and timers', () => {
  assert.deepEqual(
    commandsIn(
      '```sh\nboreal backup list\nsystemd-run --unit=x boreal doctor\n```\nSee `npm run operator -- host list --pool P` or boreal.',
    ),
    ['backup list', 'doctor', 'host list --pool P'],
  );
});
