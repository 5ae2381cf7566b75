import { z } from 'zod';

/** What was answered. */
export interface Answer {
  readonly status: number;
  /** Parsed; undefined when it is no JSON. */
  readonly body: unknown;
  /** Whether it is one of our doors that answers, not something before it or instead of it. */
  readonly isBoreals: boolean;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  readonly location: string | null;
}

const BODY_MAX_BYTES = 64 * 1024 * 1024;

const Success = z.union([z.object({ data: z.unknown() }), z.object({ openapi: z.string() })]);
const Refusal = z.object({ error: z.string() });

/** Reads an answer to its end. @throws when it breaks off or is larger than any answer can be */
export async function readAnswer(response: Response): Promise<Answer> {
  const body = parsed(await textOf(response));
  const { status, headers } = response;
  return {
    status,
    body,
    isBoreals: (status < 300 ? Success : Refusal).safeParse(body).success,
    requestId: headers.get('x-request-id'),
    retryAfterSeconds: secondsOf(headers.get('retry-after')),
    location: headers.get('location'),
  };
}

async function textOf(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > BODY_MAX_BYTES) throw new Error('the answer does not end');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Boreal says seconds, never a date. */
function secondsOf(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null;
}
