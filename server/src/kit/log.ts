import { pino, type DestinationStream, type Logger } from 'pino';
import { withoutSecrets } from './without-secrets.ts';

/** Without `child`: pino would write a child's fields unfiltered. Use the `fields` of `createLog` instead. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'> & Partial<Pick<Logger, 'isLevelEnabled'>>;

/** The configurable levels, from the most to the least verbose. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

/** A log whose level may change at run time. */
export type LevelledLog = Log & { level: string };

const CAUSES_MAX = 5;

export function standardError(): DestinationStream {
  return pino.destination({ dest: 2, sync: true });
}

/**
 * Structured logs on standard error, one JSON object per line, without anything that could contain a secret. `fields`: added to each line,
 * to identify the work during which it is written.
 */
export function createLog(
  level: 'silent' | LogLevel,
  to: DestinationStream = standardError(),
  fields?: () => Record<string, string>,
): LevelledLog {
  // Pino's own error serializer would run after this one.
  const serializers = { err: (told: unknown) => told };
  return pino({ level, base: null, formatters: { log: lineOf }, serializers, ...(fields && { mixin: fields }) }, to);
}

function lineOf({ err, ...fields }: { err?: unknown }): Record<string, unknown> {
  // A thrown value that is not an error appears there, too.
  return { ...(err !== undefined && { err: loggedError(err) }), ...withoutSecrets(fields, loggedError) };
}

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string | number;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/** An error without its other properties: a query's contain the values sent, or the rejected row. */
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
