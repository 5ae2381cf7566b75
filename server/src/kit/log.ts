import { pino, type DestinationStream, type Logger } from 'pino';
import { withoutSecrets } from './without-secrets.ts';

/** Without children: what they say in every line of theirs would be written as it is. `fields` of `createLog` do that. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'> & Partial<Pick<Logger, 'isLevelEnabled'>>;

/** What can be configured, from the most to the least. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

/** A log whose level may change while it is written. */
export type LevelledLog = Log & { level: string };

const CAUSES_MAX = 5;

export function standardError(): DestinationStream {
  return pino.destination({ dest: 2, sync: true });
}

/**
 * Structured logs on standard error, one JSON object per line, without anything that could contain a secret. `fields`: what each line
 * says of the work that it is written in.
 */
export function createLog(
  level: 'silent' | LogLevel,
  to: DestinationStream = standardError(),
  fields?: () => Record<string, string>,
): LevelledLog {
  // Pino's own way of writing errors would come after ours.
  const serializers = { err: (told: unknown) => told };
  return pino({ level, base: null, formatters: { log: lineOf }, serializers, ...(fields && { mixin: fields }) }, to);
}

function lineOf({ err, ...fields }: { err?: unknown }): Record<string, unknown> {
  // What was thrown and is no error stands there, too.
  return { ...(err !== undefined && { err: loggedError(err) }), ...withoutSecrets(fields, loggedError) };
}

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string | number;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/** An error without its other properties: a query's contain the values sent, or the refused row. */
function loggedError(error: unknown, causesLeft = CAUSES_MAX): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { message, stack, cause } = error;
  return {
    type: error.constructor.name,
    message,
    ...('code' in error && (typeof error.code === 'string' || typeof error.code === 'number') && { code: error.code }),
    ...(stack !== undefined && { stack }),
    ...(cause !== undefined && causesLeft > 0 && { cause: loggedError(cause, causesLeft - 1) }),
  };
}
