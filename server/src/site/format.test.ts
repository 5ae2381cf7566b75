import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formats } from './format.ts';

const at = new Date('2026-11-28T14:05:00Z');

test('a moment is written as the console writes it, with its zone, and does not break within its hour', () => {
  assert.equal(formats.fr.moment(at), '28 nov. 2026, 9\u00a0h\u00a005 HNE');
  assert.equal(formats.en.moment(at).replaceAll(/[\u00a0\u202f]/g, ' '), 'Nov 28, 2026, 9:05 a.m. EST');
});

test('a country is called by its name', () => {
  assert.deepEqual([formats.en.country('CA'), formats.fr.country('US')], ['Canada', 'États-Unis']);
});
