import { getMe } from '@boreal/contract/endpoints/console/person.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { answerInPage } from './answer-in-page.ts';

const page = (textContent: string | null) => ({
  getElementById: (id: string) => (id === 'me' && textContent !== null ? Object.assign(Object.create(null), { textContent }) : null),
});

test('an answer is read from the page, or asked for where it does not say, or says something else', () => {
  const me = {
    id: 'usr_1',
    email: 'aurore@example.com',
  };
  const told = (text: string | null) => answerInPage('me', getMe.data, page(text));
  expect(told(null)).toBe(null);
  expect(told('')).toBe(null);
  expect(told('{"data":')).toBe(null);
  expect(told(JSON.stringify({ data: me }))).toBe(null);
  expect(answerInPage('me', z.array(z.string()), page('{"data":["a"]}'))).toEqual(['a']);
  expect(answerInPage('incidents', z.array(z.string()), page('{"data":["a"]}'))).toBe(null);
});
