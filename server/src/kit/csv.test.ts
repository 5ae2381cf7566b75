import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from './csv.ts';

test('a cell with commas, quotes or lines is quoted', () => {
  assert.equal(csvLine(['a', 'b,c', 'say "hi"', 'two\nlines']), 'a,"b,c","say ""hi""","two\nlines"\r\n');
});

test('a text that a spreadsheet would run is a text; a negative amount stays a number', () => {
  assert.equal(csvLine(['=HYPERLINK("x")', '+1', '-1', '@a', -3.99]), '"\'=HYPERLINK(""x"")",\'+1,\'-1,\'@a,-3.99\r\n');
});
