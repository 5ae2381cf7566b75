import { UNATTENDED_HEADER } from '@boreal/contract/api/unattended.ts';
import type { z } from 'zod';
import { ApiError, isApiError, refusalOf } from './api-error.ts';
import { askProof } from './ask-proof.ts';
import { isAttended } from './attendance.ts';
import { setBorealTime } from './boreal-time.ts';
import { remember, remembered } from './remembered.ts';

/** What accompanies a request besides its row's input. */
export interface Options {
  /** The same text makes the second attempt at the same request harmless: see `newIdempotencyKey`. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

interface Request extends Options {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: unknown;
}

/**
 * Sends a request; returns the body. A request that adds a way in is repeated once the person has proved their identity.
 * @throws ApiError
 */
export async function send(address: string, request: Request): Promise<unknown> {
  try {
    return await sendOnce(address, request);
  } catch (error) {
    if (!isApiError(error) || error.code !== 'PROOF_REQUIRED' || !(await askProof())) throw error;
    return sendOnce(address, request);
  }
}

async function sendOnce(address: string, { method, body, idempotencyKey, signal }: Request): Promise<unknown> {
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
        ...(method === 'GET' && !isAttended() && { [UNATTENDED_HEADER]: 'true' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    text = known && answer.status === 304 ? known.text : await answer.text();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError(0, { error: 'OFFLINE' }, { cause });
  }
  setBorealTime(answer);
  if (!answer.ok && answer.status !== 304) throw refusalOf(answer, text);
  if (answer.ok && method === 'GET') remember(address, { etag: answer.headers.get('etag'), text });
  try {
    return text === '' ? null : JSON.parse(text);
  } catch (cause) {
    throw new ApiError(answer.status, { error: 'UNREADABLE' }, { cause });
  }
}

/** A body as a schema reads it. @throws ApiError if it is not ours */
export function read<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new ApiError(200, { error: 'UNREADABLE' }, { cause: parsed.error });
}

/** Whether Boreal answers at all, whatever it says. */
export async function isReachable(): Promise<boolean> {
  return fetch('/login', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}
