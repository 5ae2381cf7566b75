import { expect, test } from 'vitest';
import { meInPage } from './me-in-page.ts';

const page = (textContent: string | null) => ({
  getElementById: (id: string) => (id === 'me' && textContent !== null ? Object.assign(Object.create(null), { textContent }) : null),
});

test('who is signed in is read from the page, or asked for where it does not say, or says something else', () => {
  const me = {
    id: 'usr_1',
    email: 'aurore@example.com',
  };
  expect(meInPage(page(null))).toBe(null);
  expect(meInPage(page(''))).toBe(null);
  expect(meInPage(page('{"data":'))).toBe(null);
  expect(meInPage(page(JSON.stringify({ data: me })))).toBe(null);
});
