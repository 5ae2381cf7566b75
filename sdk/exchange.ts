import { readAnswer, type Answer } from './read-answer.ts';

/** A request to a Boreal. */
export interface Exchange {
  /** The site's origin, which every write sends as its own. */
  readonly siteUrl: string;
  readonly method: string;
  /** The path below `/api`, with its query: `/servers?limit=10`. */
  readonly address: string;
  readonly key: string | null;
  /** `en` or `fr`: the language of sentences in answers. */
  readonly language: string;
  readonly userAgent: string;
  readonly body?: unknown;
  /** With it, a repeated POST takes effect once. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Why an exchange failed. */
export type Failed =
  | { readonly is: 'aborted' }
  /** `code`: the system's error code, such as ECONNREFUSED. `wasSent`: whether the request may have arrived. */
  | { readonly is: 'unreachable'; readonly code: string; readonly wasSent: boolean }
  | { readonly is: 'redirected'; readonly answer: Answer }
  /** Something other than Boreal answered. */
  | { readonly is: 'not Boreal'; readonly answer: Answer }
  | { readonly is: 'refused'; readonly answer: Answer; readonly code: string };

export class ExchangeError extends Error {
  readonly failed: Failed;

  constructor(failed: Failed, cause?: unknown) {
    super(failed.is, { cause });
    this.name = 'ExchangeError';
    this.failed = failed;
  }
}

const ATTEMPTS = 4;
const ANSWERED_WITHIN_MS = 60_000;
/** The caller decides about any longer wait. */
const RETRY_AFTER_MAX_SECONDS = 65;
const MOST_JITTER_MS = 250;

/**
 * Sends a request, and retries it where that is safe: after a rate limit, while Boreal is down, and after a lost answer if the request only
 * reads or has an idempotency key. Calls `onRetry` before each wait. Resolves only to a success.
 * @throws ExchangeError
 */
export async function exchange(request: Exchange, onRetry?: (failed: Failed, seconds: number) => void): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await attemptOnce(request);
    if ('answer' in outcome) return outcome.answer;
    const { error, waitSeconds } = outcome;
    if (waitSeconds === null || waitSeconds > RETRY_AFTER_MAX_SECONDS || attempt === ATTEMPTS) throw error;
    const seconds = waitSeconds > 0 ? waitSeconds : 2 ** (attempt - 1) / 2;
    onRetry?.(error.failed, seconds);
    // Jitter: clients that received the same wait must not all come back at once.
    await pause(seconds * 1000 + Math.floor((randomByte() / 256) * MOST_JITTER_MS), request.signal);
    if (request.signal?.aborted) throw new ExchangeError({ is: 'aborted' });
  }
}

/** Waits for the time, or until the signal aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}

/** `waitSeconds`: how long to wait before a retry; 0 if unspecified, null if a retry makes no sense. */
type Outcome = { readonly answer: Answer } | { readonly error: ExchangeError; readonly waitSeconds: number | null };

async function attemptOnce(request: Exchange): Promise<Outcome> {
  // A write that may have been carried out is repeated only if it then takes effect once.
  const mayRepeat = request.method === 'GET' || request.idempotencyKey !== undefined;
  let answer: Answer;
  try {
    answer = await readAnswer(await send(request));
  } catch (cause) {
    if (request.signal?.aborted) return { error: new ExchangeError({ is: 'aborted' }, cause), waitSeconds: null };
    const code = networkCode(cause);
    const wasSent = !NOT_SENT.has(code);
    return { error: new ExchangeError({ is: 'unreachable', code, wasSent }, cause), waitSeconds: mayRepeat || !wasSent ? 0 : null };
  }
  const { status, retryAfterSeconds } = answer;
  if (status >= 300 && status < 400) return { error: new ExchangeError({ is: 'redirected', answer }), waitSeconds: null };
  if (!answer.isBoreals) {
    const isGateway = status === 502 || status === 503 || status === 504;
    const error = new ExchangeError({ is: 'not Boreal', answer });
    return { error, waitSeconds: isGateway && mayRepeat ? (retryAfterSeconds ?? 0) : null };
  }
  if (status < 300) return { answer };
  const code = codeOf(answer.body);
  const error = new ExchangeError({ is: 'refused', answer, code });
  // The rate limit is checked before any of the request is carried out.
  if (status === 429) return { error, waitSeconds: retryAfterSeconds ?? 1 };
  const isPassing = status === 503 || code === 'IDEMPOTENCY_IN_PROGRESS';
  return { error, waitSeconds: isPassing && mayRepeat ? (retryAfterSeconds ?? 0) : null };
}

function send({ siteUrl, method, address, key, language, userAgent, body, idempotencyKey, signal }: Exchange): Promise<Response> {
  const timeout = AbortSignal.timeout(ANSWERED_WITHIN_MS);
  return fetch(`${siteUrl}/api${address}`, {
    method,
    headers: {
      accept: 'application/json',
      'accept-language': language,
      'user-agent': userAgent,
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(method !== 'GET' && { origin: siteUrl }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    // The key must not be sent to another host.
    redirect: 'manual',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });
}

function codeOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string' ? body.error : 'UNKNOWN';
}

const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

/** The system's error code, such as ECONNREFUSED. */
function networkCode(error: unknown): string {
  for (let at: unknown = error; at instanceof Error; at = at instanceof AggregateError ? at.errors[0] : at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
    if (at.name === 'TimeoutError') return 'TIMEOUT';
  }
  return 'UNKNOWN';
}

function randomByte(): number {
  return crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
}
