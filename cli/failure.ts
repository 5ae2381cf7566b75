import type { Told } from '@boreal/contract/words/language.ts';
import type { ExitCode } from '@boreal/contract/command-line/exit-codes.ts';

/** Why the program ends without having done what was requested, for a person and for a script. */
export class Failure extends Error {
  readonly exitCode: ExitCode;
  readonly told: Told;
  /** A stable name: an error code of the contract, or one of the program's own. */
  readonly code: string;
  /** What to do next, one line each. */
  readonly next: readonly Told[];
  /** The id of the refused request. */
  readonly requestId: string | null;

  constructor(failure: {
    exitCode: ExitCode;
    code: string;
    told: Told;
    next?: readonly Told[];
    requestId?: string | null;
    cause?: unknown;
  }) {
    super(failure.told.en, { cause: failure.cause });
    this.exitCode = failure.exitCode;
    this.told = failure.told;
    this.code = failure.code;
    this.next = failure.next ?? [];
    this.requestId = failure.requestId ?? null;
  }
}

/** The command or the settings are wrong. */
export function usageFailure(told: Told, next: readonly Told[] = []): Failure {
  return new Failure({ exitCode: 2, code: 'USAGE', told, next });
}

/** The same text in every language: a server's own sentence, which follows Accept-Language. */
export function asTold(text: string): Told {
  return { en: text, fr: text };
}
