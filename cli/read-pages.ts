import { PageMeta } from '@boreal/contract/api/pages.ts';
import { z } from 'zod';
import type { AskBoreal } from './ask-boreal.ts';
import { Failure } from './failure.ts';
import type { Request } from './request.ts';
import { answerWords } from './words/answer-words.ts';

const PAGE = 1000;
/** An endless list is not read forever. */
const PAGES_MAX = 100;

const Whole = z.object({ data: z.unknown() });
const Page = z.object({ data: z.unknown(), meta: PageMeta.optional().catch(undefined) });

/** The `data` of a request's answer. A list is read completely, however many pages it has, or up to `limit`. */
export async function readData(ask: AskBoreal, request: Request, limit = Infinity): Promise<unknown> {
  const { row } = request;
  if (row.kind === 'document' || row.kind === 'object') {
    const { body } = await ask(request);
    const whole = Whole.safeParse(body);
    return whole.success ? whole.data.data : body;
  }
  let all: unknown;
  let cursor: string | undefined;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const query = { ...request.query, limit: Math.min(PAGE, limit - countOf(all)), ...(cursor !== undefined && { cursor }) };
    const { data, meta } = understood(Page.safeParse((await ask({ ...request, query })).body));
    all = all === undefined ? data : joined(all, data);
    cursor = meta?.nextCursor ?? undefined;
    if (cursor === undefined || countOf(all) >= limit) return all;
  }
  return all;
}

/** Appends the next page: to a list, or to the list inside an object. */
function joined(before: unknown, next: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(next)) return [...before, ...next];
  const [one, other] = [asObject(before), asObject(next)];
  return Object.fromEntries(
    Object.entries(one).map(([name, value]) => {
      const more = other[name];
      return [name, Array.isArray(value) && Array.isArray(more) ? [...value, ...more] : value];
    }),
  );
}

function countOf(data: unknown): number {
  if (data === undefined) return 0;
  if (Array.isArray(data)) return data.length;
  return Object.values(asObject(data)).find((value) => Array.isArray(value))?.length ?? 0;
}

function asObject(data: unknown): Readonly<Record<string, unknown>> {
  return understood(z.record(z.string(), z.unknown()).safeParse(data));
}

/** @throws if the answer does not match what this program knows */
export function understood<T>(read: z.ZodSafeParseResult<T>): T {
  if (read.success) return read.data;
  throw new Failure({ exitCode: 3, code: 'UNKNOWN_ANSWER', told: answerWords.unknownAnswer, cause: read.error });
}
