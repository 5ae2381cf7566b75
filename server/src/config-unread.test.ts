import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';

test('a setting that is gone or misspelt is told, with what is meant', () => {
  const { unread } = readConfig({
    BOREAL_ORPHANS: 'remove',
    BOREAL_LOG_LEVLE: 'debug',
    BOREAL_SOMETHING_ELSE: '1',
    BOREAL_LOG_LEVEL: 'error',
    BOREAL_NOTHING: '',
    PATH: '/bin',
  });
  assert.deepEqual(unread, [
    'BOREAL_LOG_LEVLE: there is no such setting. Is BOREAL_LOG_LEVEL meant?',
    'BOREAL_ORPHANS: it is gone: a machine that no row knows is never removed, but listed by: npm run operator -- orphan list. Take it out of the settings.',
    'BOREAL_SOMETHING_ELSE: there is no such setting.',
  ]);
});

test('an engine may be named as Boreal is', () => {
  const { unread } = readConfig({ BOREAL_ENGINES: 'boreal=incus', BOREAL_INCUS_URL: 'unix:///run/incus' });
  assert.deepEqual(unread, []);
});

test('what the customers’ command line reads is no mistake: whoever runs a Boreal may rent from it', () => {
  const { unread } = readConfig({ BOREAL_URL: 'https://gpu.example.com', BOREAL_API_KEY: 'x', BOREAL_ALLOW_HTTP: '1' });
  assert.deepEqual(unread, []);
});
