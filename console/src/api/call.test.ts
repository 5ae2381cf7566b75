import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { callConsole } from './call.ts';

afterEach(() => vi.unstubAllGlobals());

function serve(...answers: Response[]): { headers: Headers }[] {
  const asked: { headers: Headers }[] = [];
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    asked.push({ headers: new Headers(init.headers) });
    const answer = answers.shift();
    if (!answer) throw new Error('nothing more was to be asked');
    return answer;
  });
  return asked;
}
const one = (n: number, etag: string) => new Response(JSON.stringify({ data: { n } }), { headers: { etag } });
const N = z.object({ n: z.number() });

test('what has not changed is read from memory, which no browser keeps', async () => {
  const asked = serve(one(1, '"a"'), new Response(null, { status: 304 }), one(2, '"b"'), new Response(null, { status: 304 }));
  for (const n of [1, 1, 2, 2]) expect(await callConsole('/states', N)).toEqual({ n });
  expect(asked.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, '"a"', '"a"', '"b"']);
});

test('a write, and an address with no tag, is asked for as it is', async () => {
  const asked = serve(one(1, '"a"'), one(2, '"b"'), Response.json({ data: { n: 3 } }), Response.json({ data: { n: 4 } }));
  await callConsole('/written', N);
  await callConsole('/written', N, { method: 'POST', body: {} });
  await callConsole('/plain', N);
  await callConsole('/plain', N);
  expect(asked.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, null, null, null]);
});
