/** An HTTP answer. */
export interface Answer {
  readonly status: number;
  /** As it arrived; empty if nothing did. */
  readonly text: string;
  /** Parsed; undefined if it is not JSON. */
  readonly body: unknown;
  /** Whether Boreal answered, rather than something in front of it or in its place. */
  readonly isBoreals: boolean;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  readonly location: string | null;
}

const BODY_MAX_BYTES = 64 * 1024 * 1024;

/** Reads an answer to its end. @throws if it breaks off or is larger than any answer can be */
export async function readAnswer(response: Response): Promise<Answer> {
  const text = await textOf(response);
  const body = parsed(text);
  const { status, headers } = response;
  return {
    status,
    text,
    body,
    isBoreals: isBoreals(status, body),
    requestId: headers.get('x-request-id'),
    retryAfterSeconds: secondsOf(headers.get('retry-after')),
    location: headers.get('location'),
  };
}

function isBoreals(status: number, body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  if (status >= 300) return 'error' in body && typeof body.error === 'string';
  return 'data' in body || ('openapi' in body && typeof body.openapi === 'string');
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > BODY_MAX_BYTES) throw new Error('the answer does not end');
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Boreal sends seconds, never a date. */
function secondsOf(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null;
}
