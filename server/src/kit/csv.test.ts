import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from './csv.ts';

test('a cell with commas, quotes or lines is quoted', () => {
  assert.equal(csvLine(['a', 'b,c', 'say "hi"', 'two\nlines']), 'a,"b,c","say ""hi""","two\nlines"\r\n');
});

test('a text of a stranger begins no formula, whatever the program cuts lines at', () => {
  const formulas = ['=1+1', ' =1', '"=1', '\u200b=1', '＝1', '＋1', '－1', '＠a', '−1', '+1', '-1', '@a'];
  const begun = ['', 'a;', 'a; ', 'a;"', 'a\t', 'a\n', 'a\r\n', ';', 'a;b;', '"x";'];
  for (const text of begun.flatMap((start) => formulas.map((formula) => `${start}${formula}`))) {
    const line = csvLine(['kept', text, 'kept']);
    for (const cut of [/[;\r\n]/, /[\t\r\n]/]) {
      for (const cell of line.split(cut))
        assert.doesNotMatch(cell.replace(/^[\s"\p{Cf}]+/u, ''), /^[=+\-@＝＋－﹣−＠]/u, JSON.stringify(line));
    }
  }
  assert.equal(csvLine(['trainer-1 at 3.99 + tax']), 'trainer-1 at 3.99 + tax\r\n', 'and other texts stay as they are');
});

test('a text that a spreadsheet would run is a text; a negative amount stays a number', () => {
  assert.equal(csvLine(['=HYPERLINK("x")', '+1', '-1', '@a', -3.99]), '"\'=HYPERLINK(""x"")",\'+1,\'-1,\'@a,-3.99\r\n');
});
