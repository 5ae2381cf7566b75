import assert from 'node:assert/strict';
import { randomBytes, scryptSync } from 'node:crypto';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { PASSWORD_COST } from '../../../kit/password-cost.ts';
import { guessable } from './guessable-password.ts';
import { hashPassword, isOutdated, setPasswordCost, verifyPassword } from './password.ts';

// The cost applies to the whole process, and its other tests want a cheap one.
const CHEAP = 10;
beforeEach(() => setPasswordCost(PASSWORD_COST));
afterEach(() => setPasswordCost(CHEAP));

describe('a password', () => {
  test('is hashed at the figures of OWASP, and a process takes two at once', async () => {
    const hash = await hashPassword('correct horse battery staple');
    assert.match(hash, /^scrypt\$17\$8\$1\$[0-9a-f]{32}\$[0-9a-f]{128}$/);
    assert.deepEqual(
      [await verifyPassword('correct horse battery staple', hash), await verifyPassword('Correct horse', hash)],
      [true, false],
    );
    assert.equal(isOutdated(hash), false);
  });

  test('whose hash is of an earlier cost still opens, and is known to be outdated', async () => {
    setPasswordCost(10);
    const salt = randomBytes(16).toString('hex');
    const key = scryptSync('from before', salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 2 ** 26 });
    const old = `${salt}:${key.toString('hex')}`;
    assert.deepEqual([await verifyPassword('from before', old), await verifyPassword('other', old), isOutdated(old)], [true, false, true]);
    const cheap = await hashPassword('from before');
    setPasswordCost(11);
    assert.deepEqual([await verifyPassword('from before', cheap), isOutdated(cheap)], [true, true]);
  });

  test('matches nothing that is no hash', async () => {
    setPasswordCost(10);
    for (const broken of ['', ':', 'x', 'scrypt$10$8$1$$', 'a:b']) assert.equal(await verifyPassword('', broken), false, broken);
  });
});

describe('a password that people would guess', () => {
  const whose = { email: 'aurore.tremblay@calcul-boreal.example', name: 'Aurore Tremblay', company: 'Calcul Boréal inc.' };
  for (const password of [
    '1234567890',
    'password1234',
    'motdepasse123',
    'azertyuiop',
    'qwertyuiop12',
    'aaaaaaaaaaaa',
    'abcdefghijkl',
    'Summer2024!',
    'iloveyou1234',
    'aurore.tre',
    'aurore.tremblay',
    'Tremblay2024',
    'auroretremblay1',
    'calculboreal',
    'boreal123456',
  ]) {
    test(`is not taken: ${password}`, async () => assert.notEqual(await guessable(password, whose), null));
  }

  test('and one that is near to the person is told so', async () => {
    assert.match((await guessable('auroretremblay7', whose))?.en ?? '', /too close to your name/);
    assert.match((await guessable('1234567890', whose))?.fr ?? '', /trop facile à deviner/);
  });

  for (const password of [
    'correct horse battery staple',
    'p1b9Xk2mQz',
    'le chat saute sur le piano',
    'vélo orage marmite 7',
    'x9#mK2$vLq8&wR',
  ]) {
    test(`is none that nobody guesses: ${password}`, async () => assert.equal(await guessable(password, whose), null));
  }

  test('is found out quickly however long it is', async () => {
    const began = performance.now();
    for (const text of ['p@ssw0rd', 'aA1!', '1', 'é', '2024']) await guessable(text.repeat(128).slice(0, 128), whose);
    // This would take half a minute if the checked length were not limited.
    assert.ok(performance.now() - began < 15_000);
  });
});
