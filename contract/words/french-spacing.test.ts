import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorMessage } from '../error-words/tell-error.ts';
import { schemaSentences } from '../values/schema-sentences.ts';
import { frenchSpacing, toldIn } from './french-spacing.ts';

test('French signs never begin a line, nor does an amount break; the space before a tall sign is narrow', () => {
  assert.equal(frenchSpacing('Voici : « oui » ; non ?'), 'Voici\u00a0: «\u00a0oui\u00a0»\u202f; non\u202f?');
  assert.equal(frenchSpacing('de 25 $ à 10 000 $, 9,975 %'), 'de 25\u00a0$ à 10\u00a0000\u00a0$, 9,975\u00a0%');
  assert.equal(frenchSpacing('Quoi\u00a0! Non\u202f? « Si ! »'), 'Quoi\u202f! Non\u202f? «\u00a0Si\u202f!\u00a0»');
});

test('dates, keys and code stay as they are', () => {
  for (const text of ['3 décembre 2026', 'H3B 1A5', 'le 1 2026', 'ssh -p 22 $HOST', '10de:2684']) assert.equal(frenchSpacing(text), text);
});

test('a sentence of both languages is spaced in French only', () => {
  assert.equal(toldIn('fr', schemaSentences.topUpAmount), 'Entrez un montant de 25\u00a0$ à 10\u00a0000\u00a0$.');
  assert.equal(toldIn('en', { en: 'a : b', fr: 'a : b' }), 'a : b');
});

test('what an error says in French is spaced, its fields included', () => {
  const issues = [{ path: 'amount', message: schemaSentences.topUpAmount }];
  assert.equal(
    errorMessage('fr', 'INVALID_REQUEST', { issues }),
    'La requête n’est pas valide\u00a0: amount\u00a0: Entrez un montant de 25\u00a0$ à 10\u00a0000\u00a0$.',
  );
});
