import type { ErrorCode } from '@boreal/contract/errors/errors.ts';
import type { ErrorDetails } from '@boreal/contract/errors/details.ts';
import { errorMessage } from '@boreal/contract/error-words/tell-error.ts';
import type { Locale, Told } from '@boreal/contract/words/language.ts';

/**
 * An expected error: a code to branch on, and the details that its message needs. Doors map the code to a status or a tool's answer, in one
 * place. Anything else that is thrown is a bug.
 */
export class AppError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C;
  readonly details: ErrorDetails[C];
  readonly #text: (locale: Locale) => string;

  constructor(code: C, details: ErrorDetails[C], options?: ErrorOptions) {
    const text = (locale: Locale) => errorMessage(locale, code, details);
    super(text('en'), options);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
    this.#text = text;
  }

  /** The public message in the reader's language. */
  messageIn(locale: Locale): string {
    return this.#text(locale);
  }
}

/** Whether an error is this expected one; narrows its details. */
export function isAppError<C extends ErrorCode>(error: unknown, code: C): error is AppError<C> {
  return error instanceof AppError && error.code === code;
}

/** A request whose fields contradict each other or the account: 400 naming the field. */
export function invalidRequest(path: string, message: Told): AppError<'INVALID_REQUEST'> {
  return new AppError('INVALID_REQUEST', { issues: [{ path, message }] });
}

export function notFound(what: ErrorDetails['NOT_FOUND']['what']): AppError<'NOT_FOUND'> {
  return new AppError('NOT_FOUND', { what });
}
