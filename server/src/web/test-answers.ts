import assert from 'node:assert/strict';
import { Me } from '@boreal/contract/people/people.ts';
import { z } from 'zod';
import type { Browser, BrowserAnswer } from './test-browser.ts';

const Refusal = z.object({ error: z.string(), message: z.string() });

/** What an answer that worked carries. */
export function data<S extends z.ZodType>(answer: BrowserAnswer, schema: S): z.output<S> {
  assert.ok(answer.status === 200 || answer.status === 201, `${answer.status} ${answer.text}`);
  return schema.parse(z.object({ data: z.unknown() }).parse(answer.json).data);
}

/** The code of a refusal, which has a sentence beside it; null when it is none. */
export function errorOf({ json }: BrowserAnswer): string | null {
  return Refusal.safeParse(json).data?.error ?? null;
}

/** Who is signed in. */
export async function me(browser: Browser): Promise<Me> {
  return data(await browser.get('/api/console/me'), Me);
}
