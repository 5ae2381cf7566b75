import type { Locale } from '@boreal/contract/words/language.ts';
import { addressOf } from '@boreal/contract/api/request.ts';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './failure.ts';
import { readAnswer, type Answer } from './read-answer.ts';
import { refusalOf } from './refusal.ts';
import { perhapsDone, type Request } from './request.ts';
import type { Settings } from './settings.ts';
import type { Terminal } from './terminal.ts';
import { PROGRAM_VERSION } from './version.ts';
import { answerWords } from './words/answer-words.ts';

/** Asks the Boreal of the settings. The answer is a success: refusals and silence are thrown as failures. */
export type AskBoreal = (request: Request) => Promise<Answer>;

const ATTEMPTS = 4;
const ANSWERED_WITHIN_MS = 60_000;
/** Somebody sits before it: what takes longer is told instead of waited for. */
const RETRY_AFTER_MAX_SECONDS = 65;

type Waits = Pick<Terminal, 'say' | 'stopped'>;

export function createAsk(settings: Settings, { locale, terminal }: { locale: Locale; terminal: Waits }): AskBoreal {
  return async (request) => {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await attemptOnce(settings, request, { locale, stopped: terminal.stopped });
      if ('answer' in outcome) return outcome.answer;
      const { failure, waitSeconds } = outcome;
      if (waitSeconds === null || waitSeconds > RETRY_AFTER_MAX_SECONDS || attempt === ATTEMPTS) throw failure;
      const pauseSeconds = waitSeconds > 0 ? waitSeconds : 2 ** (attempt - 1) / 2;
      if (pauseSeconds >= 1) terminal.say(`${answerWords.again(failure.code, pauseSeconds)[locale]}\n`);
      // Those who were told the same do not all come back at the same moment.
      await sleep(pauseSeconds * 1000 + randomInt(250), null, { signal: terminal.stopped }).catch(() => {
        throw interrupted(request);
      });
    }
  };
}

/** `waitSeconds`: when trying again makes sense; 0 without a time, null not at all. */
type Outcome = { readonly answer: Answer } | { readonly failure: Failure; readonly waitSeconds: number | null };

async function attemptOnce(
  settings: Settings,
  request: Request,
  { locale, stopped }: { locale: Locale; stopped: AbortSignal },
): Promise<Outcome> {
  const { row, idempotencyKey } = request;
  const { siteUrl, key } = settings;
  const isWrite = row.method !== 'GET';
  // A write that was perhaps carried out is sent again only where it then counts once.
  const mayRepeat = !isWrite || idempotencyKey !== undefined;
  let answer: Answer;
  try {
    const response = await fetch(`${siteUrl}/api${addressOf(row.path, request)}`, {
      method: row.method,
      headers: {
        accept: 'application/json',
        'accept-language': locale,
        'user-agent': `boreal-cli/${PROGRAM_VERSION} node/${process.versions.node}`,
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(isWrite && { origin: siteUrl }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      // The key goes to nobody else.
      redirect: 'manual',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(ANSWERED_WITHIN_MS)]),
    });
    answer = await readAnswer(response);
  } catch (error) {
    if (stopped.aborted) throw interrupted(request);
    return { failure: unreachable(error, request, siteUrl), waitSeconds: mayRepeat || wasNotSent(error) ? 0 : null };
  }
  const { status, retryAfterSeconds } = answer;
  if (status >= 300 && status < 400) return { failure: movedAway(answer, siteUrl), waitSeconds: null };
  if (!answer.isBoreals) {
    const isGateway = status === 502 || status === 503 || status === 504;
    return { failure: notBoreal(answer, request, siteUrl), waitSeconds: isGateway && mayRepeat ? (retryAfterSeconds ?? 0) : null };
  }
  if (status < 300) return { answer };
  const failure = refusalOf(answer, { request, siteUrl });
  // A limit is reached before anything of the request is done.
  if (status === 429) return { failure, waitSeconds: retryAfterSeconds ?? 1 };
  const isPassing = status === 503 || failure.code === 'IDEMPOTENCY_IN_PROGRESS';
  return { failure, waitSeconds: isPassing && mayRepeat ? (retryAfterSeconds ?? 0) : null };
}

const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

function wasNotSent(error: unknown): boolean {
  return NOT_SENT.has(networkCode(error));
}

/** What the system calls it, such as ECONNREFUSED. */
function networkCode(error: unknown): string {
  for (let at: unknown = error; at instanceof Error; at = at instanceof AggregateError ? at.errors[0] : at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
    if (at.name === 'TimeoutError') return 'TIMEOUT';
  }
  return 'UNKNOWN';
}

function unreachable(error: unknown, request: Request, siteUrl: string): Failure {
  const code = networkCode(error);
  const told = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|TLS|SSL/.test(code)
    ? answerWords.certificate(siteUrl, code)
    : answerWords.unreachable(siteUrl, code);
  return new Failure({ exitCode: 3, code: 'UNREACHABLE', told, next: wasNotSent(error) ? [] : perhapsDone(request), cause: error });
}

function movedAway({ location }: Answer, siteUrl: string): Failure {
  return new Failure({ exitCode: 3, code: 'REDIRECTED', told: answerWords.redirected(siteUrl, location) });
}

function notBoreal({ status }: Answer, request: Request, siteUrl: string): Failure {
  return new Failure({
    exitCode: 3,
    code: 'NOT_BOREAL',
    told: answerWords.notBoreal(siteUrl, status),
    next: status >= 500 ? perhapsDone(request) : [],
  });
}

function interrupted(request: Request): Failure {
  return new Failure({ exitCode: 130, code: 'INTERRUPTED', told: answerWords.interrupted, next: perhapsDone(request) });
}
