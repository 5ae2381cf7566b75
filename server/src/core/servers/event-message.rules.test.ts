import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptMessage, messageIn } from './event-message.rules.ts';

test('a message is told in the language that it was written in for its reader', () => {
  const told = { en: 'The server is running.', fr: 'Le serveur fonctionne.' };
  assert.equal(messageIn(keptMessage(told), 'en'), told.en);
  assert.equal(messageIn(keptMessage(told), 'fr'), told.fr);
});

test('lines that a person has written do not mix up the languages', () => {
  const kept = keptMessage({ en: 'Preempted: host fails.\r\n\n  Sorry.', fr: 'Préempté : host fails.\n Sorry.' });
  assert.equal(messageIn(kept, 'en'), 'Preempted: host fails. Sorry.');
  assert.equal(messageIn(kept, 'fr'), 'Préempté : host fails. Sorry.');
});

test('a row of before, in English alone, stays readable', () => {
  assert.equal(messageIn('The server is running.', 'fr'), 'The server is running.');
});
