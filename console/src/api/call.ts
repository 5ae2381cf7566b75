import { z } from 'zod';
import { ApiError, isApiError, refusalOf } from './api-error.ts';
import { askProof } from './ask-proof.ts';
import { checkBody } from './check-body.ts';
import { randomId } from './random-id.ts';
import { remember, remembered } from './remembered.ts';

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: unknown;
  /** What the body must be: one that is not is told before anything is sent, in the server's words. */
  readonly takes?: z.ZodType;
  /** The same text makes the second attempt at the same request harmless: see `newIdempotencyKey`. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** Part of a list, and where the next begins. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** What every success carries; lists that were asked for with a limit say where they go on. */
const Wrapped = z.object({ data: z.unknown(), meta: z.object({ nextCursor: z.string().nullable() }).optional() });

/** Asks `/api/console<path>`; the answer's `data`, as its schema reads it. @throws ApiError */
export async function callConsole<T extends z.ZodType>(path: string, data: T, options: CallOptions = {}): Promise<z.output<T>> {
  const answer = await send(`/api/console${path}`, options);
  return read(data, read(Wrapped, answer).data);
}

export interface PageOptions {
  /** Where the page before said that this one begins; null for the first. */
  readonly cursor?: string | null;
  readonly limit?: number;
  readonly query?: Readonly<Record<string, string | undefined>>;
}

/** A list, page by page: asked with a `limit`, it answers where the next page begins. */
export async function callPage<T extends z.ZodType>(path: string, item: T, options: PageOptions = {}): Promise<Page<z.output<T>>> {
  const { data, nextCursor } = await callObjectPage(path, z.array(item), options);
  return { items: data, nextCursor };
}

/** As callPage, for an answer that is an object with a list inside. */
export async function callObjectPage<T extends z.ZodType>(
  path: string,
  object: T,
  { cursor, limit = 50, query = {} }: PageOptions = {},
): Promise<{ data: z.output<T>; nextCursor: string | null }> {
  const asked = queryText({ ...query, limit: String(limit), cursor: cursor ?? undefined });
  const { data, meta } = read(Wrapped, await send(`/api/console${path}${asked}`, {}));
  return { data: read(object, data), nextCursor: meta?.nextCursor ?? null };
}

/** Asks `/api/auth<path>`: signing in and out and what belongs to it. @throws ApiError */
export async function callAuth<T extends z.ZodType>(path: string, answer: T, options: CallOptions = {}): Promise<z.output<T>> {
  return read(answer, await send(`/api/auth${path}`, options));
}

/** `?a=b`; what is undefined is left out. */
export function queryText(query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const text = new URLSearchParams(given).toString();
  return text === '' ? '' : `?${text}`;
}

/** One for each thing that a person wants done, kept over its repetitions. */
export const newIdempotencyKey = randomId;

/** Whether Boreal answers at all, whatever it says. */
export async function isReachable(): Promise<boolean> {
  return fetch('/login', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}

/** What opens another way in is asked for again once the person has proven that it is them. */
async function send(address: string, options: CallOptions): Promise<unknown> {
  try {
    return await sendOnce(address, options);
  } catch (error) {
    if (!isApiError(error) || error.code !== 'PROOF_REQUIRED' || !(await askProof())) throw error;
    return sendOnce(address, options);
  }
}

async function sendOnce(address: string, { method = 'GET', body, takes, idempotencyKey, signal }: CallOptions): Promise<unknown> {
  if (takes) checkBody(takes, body);
  const known = method === 'GET' ? remembered(address) : undefined;
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(address, {
      method,
      // The language of the page; see i18n/language.tsx.
      headers: {
        'accept-language': document.documentElement.lang,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(known && { 'if-none-match': known.etag }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    text = known && answer.status === 304 ? known.text : await answer.text();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError(0, { error: 'OFFLINE' }, { cause });
  }
  if (!answer.ok && answer.status !== 304) throw refusalOf(answer, text);
  if (answer.ok && method === 'GET') remember(address, { etag: answer.headers.get('etag'), text });
  try {
    return text === '' ? null : JSON.parse(text);
  } catch (cause) {
    throw new ApiError(answer.status, { error: 'UNREADABLE' }, { cause });
  }
}

function read<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new ApiError(200, { error: 'UNREADABLE' }, { cause: parsed.error });
}
