import type { Locale } from '@boreal/contract/words/language.ts';
import { addressOf } from '@boreal/contract/api/request.ts';
import { exchange, ExchangeError, type Failed } from '../sdk/exchange.ts';
import type { Answer } from '../sdk/read-answer.ts';
import { Failure } from './failure.ts';
import { refusalOf } from './refusal.ts';
import { perhapsDone, type Request } from './request.ts';
import type { Settings } from './settings.ts';
import type { Terminal } from './terminal.ts';
import { PROGRAM_VERSION } from './version.ts';
import { answerWords } from './words/answer-words.ts';

/** Sends requests to the configured Boreal. Resolves only to a success: errors and missing answers are thrown as failures. */
export type AskBoreal = (request: Request) => Promise<Answer>;

type Waits = Pick<Terminal, 'say' | 'stopped'>;

export function createAsk({ siteUrl, key }: Settings, { locale, terminal }: { locale: Locale; terminal: Waits }): AskBoreal {
  return async (request) => {
    const { row, body, idempotencyKey } = request;
    const failureOf = (failed: Failed, cause?: unknown) => failureAsTold(failed, { request, siteUrl, cause });
    try {
      return await exchange(
        {
          siteUrl,
          key,
          language: locale,
          method: row.method,
          address: addressOf(row.path, request),
          userAgent: `boreal-cli/${PROGRAM_VERSION} node/${process.versions.node}`,
          body,
          idempotencyKey,
          signal: terminal.stopped,
        },
        (failed, seconds) => {
          if (seconds >= 1) terminal.say(`${answerWords.again(failureOf(failed).code, seconds)[locale]}\n`);
        },
      );
    } catch (error) {
      if (error instanceof ExchangeError) throw failureOf(error.failed, error.cause);
      throw error;
    }
  };
}

/** What happened and what to do next, for a person. */
function failureAsTold(failed: Failed, { request, siteUrl, cause }: { request: Request; siteUrl: string; cause?: unknown }): Failure {
  switch (failed.is) {
    case 'aborted':
      return new Failure({ exitCode: 130, code: 'INTERRUPTED', told: answerWords.interrupted, next: perhapsDone(request) });
    case 'unreachable':
      return new Failure({
        exitCode: 3,
        code: 'UNREACHABLE',
        told: /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|TLS|SSL/.test(failed.code)
          ? answerWords.certificate(siteUrl, failed.code)
          : answerWords.unreachable(siteUrl, failed.code),
        next: failed.wasSent ? perhapsDone(request) : [],
        cause,
      });
    case 'redirected':
      return new Failure({ exitCode: 3, code: 'REDIRECTED', told: answerWords.redirected(siteUrl, failed.answer.location) });
    case 'not Boreal':
      return new Failure({
        exitCode: 3,
        code: 'NOT_BOREAL',
        told: answerWords.notBoreal(siteUrl, failed.answer.status),
        next: failed.answer.status >= 500 ? perhapsDone(request) : [],
      });
    case 'refused':
      return refusalOf(failed.answer, { request, siteUrl });
  }
}
