import { pino, type Logger } from 'pino';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'child'>;

/** Structured logs, one JSON object a line, on standard error; what could hold a secret is left out. */
export function createLog(level: 'silent' | 'debug' | 'info' | 'warn' | 'error'): Logger {
  return pino(
    { level, base: null, redact: ['authorization', '*.authorization', 'password', '*.password', 'key', '*.key'] },
    pino.destination({ dest: 2, sync: true }),
  );
}
