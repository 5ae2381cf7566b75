import { fstatSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** What a stream declares about itself, so that pino passes it the level of each line before writing the line. */
const METADATA = Symbol.for('pino.metadata');

/**
 * Whether standard error goes to systemd's journal. `stream`: JOURNAL_STREAM, which a process inherits even if it writes elsewhere, so it
 * is compared with the file that standard error is.
 */
export function isJournal(stream: string | undefined): boolean {
  if (stream === undefined) return false;
  try {
    const { dev, ino } = fstatSync(2, { bigint: true });
    return stream === `${dev}:${ino}`;
  } catch {
    return false;
  }
}

/**
 * The same lines, prefixed with the priority that the journal parses and stores separately: without it `journalctl --priority warning`
 * would show none of them.
 */
export function withPriorities(to: DestinationStream): DestinationStream {
  const stream = {
    [METADATA]: true,
    lastLevel: 30,
    write(line: string): void {
      to.write(`<${priorityOf(stream.lastLevel)}>${line}`);
    },
  };
  return stream;
}

/** A text that is not a log line, such as why a start is refused: each of its lines becomes an error. */
export function asErrors(text: string): string {
  return text.replaceAll(/^/gm, `<${priorityOf(50)}>`);
}

/** Syslog's number for pino's. */
function priorityOf(level: number): number {
  if (level >= 50) return 3;
  if (level >= 40) return 4;
  return level >= 30 ? 6 : 7;
}
