import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSettings, withSetting } from './settings-text.rules.ts';

const FILE = `# Boreal's settings.

# The address of the site.
#SITE_URL=http://localhost:8080

# Mine: do not touch.
BOREAL_PORT=8081
  export BOREAL_HOST = localhost
`;

test('a new setting stands below the comment that explains it, and every other line stays', () => {
  const after = withSetting(FILE, { name: 'SITE_URL', value: 'https://gpu.example.com' }) ?? '';
  assert.deepEqual(
    after.split('\n').filter((line) => !FILE.split('\n').includes(line)),
    ['SITE_URL=https://gpu.example.com'],
  );
  assert.match(after, /#SITE_URL=http:\/\/localhost:8080\nSITE_URL=https:\/\/gpu\.example\.com\n\n# Mine/);
});

test('a setting that is there is changed where it stands, also one that is written as for a shell', () => {
  assert.match(withSetting(FILE, { name: 'BOREAL_PORT', value: '80' }) ?? '', /# Mine: do not touch\.\nBOREAL_PORT=80\n {2}export/);
  assert.equal(readSettings(withSetting(FILE, { name: 'BOREAL_HOST', value: '::1' }) ?? '')['BOREAL_HOST'], '::1');
});

test('what no comment explains goes to the end, on a line of its own', () => {
  assert.equal(withSetting('A=1', { name: 'B', value: '2' }), 'A=1\nB=2\n');
  assert.equal(withSetting('', { name: 'B', value: '2' }), 'B=2\n');
});

test('of a name that stands twice the last counts, and is the one that is changed', () => {
  assert.equal(readSettings('A=1\nA=2\n')['A'], '2');
  assert.equal(withSetting('A=1\nA=2\n', { name: 'A', value: '3' }), 'A=1\nA=3\n');
});

test('a value is read as it was written, by Node and by a shell', () => {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-settings-'));
  const values = [
    'https://gpu.example.com',
    'smtps://user:p%40ss@mail.example.com:465',
    'Boreal <no-reply@gpu.example.com>',
    'a#b c;d"e$f`g\\h&i',
    "it's",
    '',
    'U2VjcmV0PT0=',
  ];
  try {
    for (const value of values) {
      const text = withSetting('', { name: 'A', value }) ?? '';
      assert.equal(readSettings(text)['A'], value, text);
      writeFileSync(join(folder, 'env'), text);
      assert.equal(execFileSync('sh', ['-c', `. ${join(folder, 'env')}; printf %s "$A"`], { encoding: 'utf8' }), value, text);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('what cannot be written so that all read the same is not written', () => {
  for (const value of ['a\nBOREAL_SECRET=mine', `'"`, `it's $HOME`]) assert.equal(withSetting('', { name: 'A', value }), null, value);
});
